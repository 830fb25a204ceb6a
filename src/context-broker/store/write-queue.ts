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
 * costs; each fails alone, and is answered when it is on disk. An operation may run twice, so it does nothing but read and
 * write the store.
 */
export class WriteQueue {
  private waiting: Waiting[] = [];
  private scheduled = false;
  private closed = false;

  constructor(private readonly database: Database) {}

  /** Whether nothing is waiting. */
  get isIdle(): boolean {
    return this.waiting.length === 0;
  }

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
    try {
      const answers = this.database.transaction(() => this.runSome(taken));
      for (const answer of answers) answer();
    } catch (error) {
      if (taken.length === 1) taken[0]?.fail(error);
      else for (const operation of taken) this.commitAlone(operation);
    }
  }

  /** Runs operations until the transaction is long enough; what they are to be answered after the commit. */
  private runSome(taken: Waiting[]): (() => void)[] {
    const answers: (() => void)[] = [];
    const end = performance.now() + MAX_TRANSACTION_MS;
    do {
      const operation = this.waiting.shift();
      if (operation === undefined) break;
      taken.push(operation);
      const before = this.database.changes;
      try {
        operation.run();
        answers.push(() => operation.succeed());
      } catch (error) {
        // A refusal, such as that of an id that exists, comes before the first change and harms nobody.
        if (this.database.changes !== before) throw error;
        answers.push(() => operation.fail(error));
      }
    } while (performance.now() < end);
    return answers;
  }

  /** For operations that shared a transaction with one that failed half-way. */
  private commitAlone(operation: Waiting): void {
    try {
      this.database.transaction(() => operation.run());
      operation.succeed();
    } catch (error) {
      operation.fail(error);
    }
  }
}
