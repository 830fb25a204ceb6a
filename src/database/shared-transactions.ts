import { setImmediate } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables';

type Work<T> = (transaction: Transaction<Tables>) => Promise<T>;

interface Job {
  /** Does the work in a transaction that others may share, and says how the job is told of its end. */
  attempt(transaction: Transaction<Tables>): Promise<() => void>;
  /** Does the work in a transaction of its own. */
  alone(): Promise<void>;
}

/** The most that share a transaction: enough to make its price small, too few to hold others up for long. */
const MOST_TOGETHER = 100;

/**
 * Lets small writes that wait at the same time share a transaction, and thus the wait for the disk, which with SQLite
 * holds up the whole process. Where one of them fails, each is done in a transaction of its own.
 */
export class SharedTransactions {
  private readonly waiting: Job[] = [];
  private running = false;

  constructor(private readonly database: Kysely<Tables>) {}

  /** The result of the work once it is committed. The work may be done twice, the first time in vain. */
  run<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({
        attempt: async (transaction) => {
          const result = await work(transaction);
          return () => resolve(result);
        },
        alone: () => this.database.transaction().execute(work).then(resolve, reject),
      });
      if (!this.running) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      // What comes with the same turn of the event loop comes along.
      await setImmediate();
      await this.together(this.waiting.splice(0, MOST_TOGETHER));
    }
    this.running = false;
  }

  private async together(jobs: Job[]): Promise<void> {
    try {
      const ends = await this.database.transaction().execute(async (transaction) => {
        const done: (() => void)[] = [];
        for (const job of jobs) done.push(await job.attempt(transaction));
        return done;
      });
      ends.forEach((end) => end());
    } catch {
      // Whose fault it was, and what it was, is told to the one who fails alone.
      for (const job of jobs) await job.alone();
    }
  }
}
