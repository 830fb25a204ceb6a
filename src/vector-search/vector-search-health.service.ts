import { setTimeout } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { VectorSearchHealthDto } from './dto/vector-search-health.dto';
import { EmbeddingsService } from './embeddings/embeddings.service';
import { TaskQueue } from './indexing/task-queue';
import { VectorIndex } from './indexing/vector-index';

/** A store that does not answer in this time is down, in milliseconds. */
const TIMEOUT_MS = 1_500;

/** Tells how the search is. */
@Injectable()
export class VectorSearchHealthService {
  private readonly logger = new Logger(VectorSearchHealthService.name);

  constructor(
    private readonly embeddings: EmbeddingsService,
    private readonly index: VectorIndex,
    private readonly queue: TaskQueue,
  ) {}

  /** Takes two seconds at most. What the embeddings server did last counts, as asking it may cost money. */
  async check(): Promise<VectorSearchHealthDto> {
    const { enabled, model } = this.embeddings;
    if (!enabled) return { status: 'disabled' };
    const [storeAnswers, counts] = await Promise.all([this.storeAnswers(), this.counts()]);
    const { failure } = this.embeddings;
    if (failure !== undefined) this.logger.warn(failure);
    return {
      status: storeAnswers && failure === undefined ? 'up' : 'down',
      ...(this.index.kind !== undefined && { kind: this.index.kind }),
      model,
      ...counts,
    };
  }

  private async storeAnswers(): Promise<boolean> {
    if (this.index.kind === undefined) return false;
    const answered = this.index.ping().then(
      () => true,
      () => false,
    );
    return Promise.race([answered, setTimeout(TIMEOUT_MS, false, { ref: false })]);
  }

  /** Nothing while the database is away, which is said elsewhere. */
  private counts() {
    return this.queue.counts().catch(() => undefined);
  }
}
