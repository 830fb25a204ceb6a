import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CITIZEN_REPORT } from '../../citizen-reports/citizen-report';
import { ReportChanges } from '../../citizen-reports/report-changes';
import { EmbeddingsService } from '../embeddings/embeddings.service';
import { IndexWorker } from './index-worker.service';
import { TaskQueue } from './task-queue';

/** Queues the reports that this instance changes. */
@Injectable()
export class ReportFollower implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(ReportFollower.name);
  private stop = () => {};

  constructor(
    private readonly changes: ReportChanges,
    private readonly embeddings: EmbeddingsService,
    private readonly queue: TaskQueue,
    private readonly worker: IndexWorker,
  ) {}

  onModuleInit(): void {
    if (this.embeddings.enabled) this.stop = this.changes.listen(({ id }) => void this.follow(id));
  }

  onModuleDestroy(): void {
    this.stop();
  }

  /** A change that gets lost here is found when the reports are compared with the index. */
  private async follow(id: string): Promise<void> {
    try {
      await this.queue.add([{ type: CITIZEN_REPORT, id }]);
      this.worker.wake();
    } catch (error) {
      this.logger.warn(
        `a change is indexed later: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
