import { Injectable, Logger } from '@nestjs/common';
import { EmbeddingsService } from './embeddings/embeddings.service';
import { TaskQueue } from './indexing/task-queue';
import { VectorIndex } from './indexing/vector-index';

export interface VectorSearchHealth {
  status: 'up' | 'down' | 'disabled';
  /** Where the vectors are: `embedded`, `pgvector` or `qdrant`. */
  kind?: string;
  model?: string;
  pending?: number;
  failed?: number;
}

/** Tells how the search is. */
@Injectable()
export class VectorSearchHealthService {
  private readonly logger = new Logger(VectorSearchHealthService.name);

  constructor(
    private readonly embeddings: EmbeddingsService,
    private readonly index: VectorIndex,
    private readonly queue: TaskQueue,
  ) {}

  /** What the embeddings server did last counts, as asking it may cost money. */
  async check(): Promise<VectorSearchHealth> {
    const { enabled, model } = this.embeddings;
    if (!enabled) return { status: 'disabled' };
    const [store, counts] = await Promise.allSettled([this.index.ping(), this.queue.counts()]);
    const { failure } = this.embeddings;
    if (failure !== undefined) this.logger.warn(failure);
    return {
      status: store.status === 'fulfilled' && failure === undefined ? 'up' : 'down',
      ...(store.status === 'fulfilled' && { kind: store.value }),
      model,
      ...(counts.status === 'fulfilled' && counts.value),
    };
  }
}
