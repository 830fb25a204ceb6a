import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { EmbeddingsService } from '../embeddings/embeddings.service';
import { IndexWorker } from './index-worker.service';
import { ReportComparison } from './report-comparison';
import { SearchStateRepository } from './search-state.repository';

/** How often reports that others wrote into the broker are looked for. */
const MODIFIED_EVERY_MS = 30_000;

/** How often all reports are compared with the index, if nothing asks for it earlier. */
const ALL_EVERY_MS = 6 * 3_600_000;

/** Finds what came into the broker by other ways than this service: imports, other systems, other instances. */
@Injectable()
export class ReportReconciliation implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ReportReconciliation.name);
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly embeddings: EmbeddingsService,
    private readonly comparison: ReportComparison,
    private readonly state: SearchStateRepository,
    private readonly worker: IndexWorker,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.embeddings.enabled) return;
    this.begin();
    this.timer = setInterval(() => this.begin(), MODIFIED_EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  /** One turn, for this instance or for another that shares the database. */
  async turn(): Promise<void> {
    const { signal } = this.stopping;
    await this.comparison.compareModified(signal);
    const isTime = await this.state.takeTurn('reports_compared_at', ALL_EVERY_MS);
    if (isTime || (await this.comparison.countsDiffer())) await this.comparison.compareAll(signal);
    this.worker.wake();
  }

  private begin(): void {
    this.running ??= this.runTurn().finally(() => (this.running = undefined));
  }

  private async runTurn(): Promise<void> {
    try {
      if (await this.state.takeTurn('reports_checked_at', MODIFIED_EVERY_MS / 2)) await this.turn();
    } catch (error) {
      this.logger.warn(
        `reports are compared later: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
