import { setTimeout } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ReportChanges } from '../../citizen-reports/report-changes';
import { NotFoundError } from '../../common/errors/service-error';
import { Environment } from '../../config/environment';
import { ClassificationService } from '../classification.service';
import { giveWay } from './give-way';
import { ReportQueue } from './report-queue';
import { UnclassifiedReports } from './unclassified-reports.service';

/** The most reports that wait; those beyond are found again when these are done. */
const MOST_WAITING = 1_000;

/** Reports that are classified at once. */
const MOST_AT_ONCE = 2;

/** After so many failures a report is left to the next look for unclassified ones. */
const MOST_ATTEMPTS = 5;

const FIRST_LOOK_AFTER_MS = 1_000;
const NEXT_LOOK_AFTER_MS = 600_000;

const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Classifies reports once they are made, in the background. Nothing is kept of what waits: reports that a stop, a crash
 * or a failure left unclassified are found in the broker at the start and from time to time.
 */
@Injectable()
export class AutomaticClassification implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(AutomaticClassification.name);
  private readonly queue = new ReportQueue(MOST_WAITING);
  private readonly stopping = new AbortController();
  private readonly working = new Set<Promise<void>>();
  private lanes = 0;
  private failuresInRow = 0;
  private overflown = false;

  constructor(
    private readonly classification: ClassificationService,
    private readonly unclassified: UnclassifiedReports,
    private readonly changes: ReportChanges,
    private readonly environment: Environment,
  ) {}

  /** How many reports wait. */
  get waiting(): number {
    return this.queue.size;
  }

  onApplicationBootstrap(): void {
    if (!this.environment.AUTO_CLASSIFY) return;
    this.changes.listen(({ kind, id }) => {
      if (kind === 'created') this.enqueue(id);
    });
    this.keep(this.lookForUnclassified());
  }

  /** Ends while the broker and the database are still there. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.working);
  }

  private enqueue(id: string, attempts = 0): void {
    if (this.stopping.signal.aborted) return;
    this.overflown ||= !this.queue.add(id, attempts);
    if (this.lanes < MOST_AT_ONCE) this.keep(this.work());
  }

  /** Remembers what runs in the background, so that a stop can wait for it; a stop is the only way for it to fail. */
  private keep(work: Promise<void>): void {
    const kept: Promise<void> = work
      .catch((error: unknown) => {
        if (!this.stopping.signal.aborted) this.logger.error(error);
      })
      .finally(() => this.working.delete(kept));
    this.working.add(kept);
  }

  private async work(): Promise<void> {
    this.lanes += 1;
    try {
      for (let next = this.queue.take(); next !== undefined; next = this.queue.take()) {
        await giveWay(this.stopping.signal);
        await this.classify(next.id, next.attempts + 1);
      }
    } finally {
      this.lanes -= 1;
    }
  }

  private async classify(id: string, attempts: number): Promise<void> {
    const { signal } = this.stopping;
    try {
      await this.classification.classifyNew(id, signal);
      this.failuresInRow = 0;
    } catch (error) {
      if (signal.aborted || error instanceof NotFoundError) return;
      this.logger.warn(`not classified: ${error instanceof Error ? error.message : String(error)}`);
      if (attempts < MOST_ATTEMPTS) this.queue.add(id, attempts);
      await setTimeout(this.nextPause(), undefined, { signal, ref: false });
    }
  }

  /** Longer with every failure in a row: it is the broker or the classifier that fails, not the report. */
  private nextPause(): number {
    const pause = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** this.failuresInRow);
    this.failuresInRow += 1;
    return pause;
  }

  private async lookForUnclassified(): Promise<void> {
    const { signal } = this.stopping;
    for (let wait = FIRST_LOOK_AFTER_MS; ;) {
      await this.waitForLook(wait, signal);
      wait = NEXT_LOOK_AFTER_MS;
      try {
        for await (const id of this.unclassified.find(new Date())) await this.enqueueWhenRoom(id, signal);
      } catch (error) {
        signal.throwIfAborted();
        this.logger.warn(
          `cannot look for reports: ${error instanceof Error ? error.message : String(error)}`,
        );
        wait = this.nextPause();
      }
    }
  }

  /** Waits less where reports found no room and the others are done. */
  private async waitForLook(pause: number, signal: AbortSignal): Promise<void> {
    for (let waited = 0; waited < pause; waited += FIRST_LOOK_AFTER_MS) {
      await setTimeout(FIRST_LOOK_AFTER_MS, undefined, { signal, ref: false });
      if (this.overflown && this.queue.size === 0) break;
    }
    this.overflown = false;
  }

  private async enqueueWhenRoom(id: string, signal: AbortSignal): Promise<void> {
    while (this.queue.isFull) await setTimeout(SHORTEST_PAUSE_MS, undefined, { signal, ref: false });
    this.enqueue(id);
  }
}
