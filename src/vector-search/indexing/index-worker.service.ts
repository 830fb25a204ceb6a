import { setTimeout } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { EmbeddingsService } from '../embeddings/embeddings.service';
import { Indexer } from './indexer';
import { TaskQueue } from './task-queue';
import { VectorIndex } from './vector-index';

/** Pieces that are indexed at once. */
const BATCH = 32;

/** Longer than a batch takes; what takes longer all the same is done twice, which does no harm. */
const LEASE_MS = 2 * 60_000;

/** How often the queue is looked at for what other instances put in, or what is to be tried again. */
const LOOK_EVERY_MS = 2_000;

const LONGEST_PAUSE_MS = 60_000;

/** Works off the queue as long as the service runs, and pauses, longer each time, while a server is away. */
@Injectable()
export class IndexWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(IndexWorker.name);
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private nap = new AbortController();
  private reported: string | undefined;

  constructor(
    private readonly embeddings: EmbeddingsService,
    private readonly index: VectorIndex,
    private readonly indexer: Indexer,
    private readonly queue: TaskQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.embeddings.enabled) return;
    await this.queue.releaseAbandoned();
    this.running = this.run();
  }

  /** There is something new in the queue. */
  wake(): void {
    this.nap.abort();
  }

  /** What is being worked on is given back to the queue. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    let setbacks = 0;
    while (!this.stopping.signal.aborted) {
      try {
        const done = await this.turn(setbacks);
        setbacks = 0;
        if (done === 0) await this.pause(LOOK_EVERY_MS);
      } catch (error) {
        setbacks += 1;
        this.report(error);
        await this.pause(Math.min(LONGEST_PAUSE_MS, 500 * 2 ** setbacks));
      }
    }
  }

  /** @returns how many tasks were dealt with. */
  private async turn(setbacks: number): Promise<number> {
    await this.index.open();
    if (setbacks > 0) await this.index.check(this.stopping.signal);
    if (this.reported !== undefined) this.logger.log('indexing goes on');
    this.reported = undefined;
    const tasks = await this.queue.claim(BATCH, LEASE_MS);
    const failure = tasks.length > 0 ? await this.indexer.work(tasks, this.stopping.signal) : undefined;
    if (failure !== undefined) throw failure;
    return tasks.length;
  }

  /** Says it once, however long it lasts. */
  private report(error: unknown): void {
    if (this.stopping.signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    if (message !== this.reported) this.logger.warn(`indexing waits: ${message}`);
    this.reported = message;
  }

  /** Ends earlier when woken. */
  private async pause(milliseconds: number): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.nap = new AbortController();
    await setTimeout(milliseconds, undefined, { signal: this.nap.signal, ref: false }).catch(() => undefined);
  }
}
