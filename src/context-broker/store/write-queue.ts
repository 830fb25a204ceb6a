import type { Database } from '../../common/sqlite/database';
import { overloaded } from '../errors';

/** Writes that may wait. */
const MAX_WAITING = 10_000;

/** The longest that one transaction keeps the event loop, in milliseconds; it ends with the operation in hand. */
const MAX_TRANSACTION_MS = 20;

interface Waiting {
  run(): void;
  /** Called after the commit. */
  succeed(): void;
  fail(error: unknown): void;
}

/**
 * Runs writes one after another. Those that wait at the same time share one commit, which is what a durable write
 * costs; each is undone alone when it fails, and answered when it is on disk.
 */
export class WriteQueue {
  private waiting: Waiting[] = [];
  private scheduled = false;
  private closed = false;

  constructor(private readonly database: Database) {}

  /** Resolves with what `operation` returned once that is durable. */
  submit<T>(operation: () => T): Promise<T> {
    if (this.closed || this.waiting.length >= MAX_WAITING) return Promise.reject(overloaded());
    return new Promise<T>((resolve, reject) => {
      let result: T;
      this.waiting.push({
        run: () => (result = operation()),
        succeed: () => resolve(result),
        fail: reject,
      });
      this.schedule();
    });
  }

  /** Writes what is waiting and takes nothing more. */
  close(): void {
    this.closed = true;
    while (this.waiting.length > 0) this.commitSome();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      if (this.waiting.length === 0) return;
      this.commitSome();
      if (this.waiting.length > 0) this.schedule();
    });
  }

  private commitSome(): void {
    const taken: Waiting[] = [];
    const done: Waiting[] = [];
    try {
      this.database.transaction(() => {
        const end = performance.now() + MAX_TRANSACTION_MS;
        do {
          const next = this.waiting.shift();
          if (next === undefined) break;
          taken.push(next);
          if (this.runAlone(next)) done.push(next);
        } while (performance.now() < end);
      });
    } catch (error) {
      for (const operation of taken) operation.fail(error);
      return;
    }
    for (const operation of done) operation.succeed();
  }

  private runAlone(operation: Waiting): boolean {
    try {
      this.database.savepoint(() => operation.run());
      return true;
    } catch (error) {
      operation.fail(error);
      return false;
    }
  }
}
