import { Mutex, type MutexInterface, withTimeout } from 'async-mutex';

interface Lock {
  mutex: MutexInterface;
  /** Callers that work or wait. */
  users: number;
}

/** Lets one caller at a time work on a key, in the order they come. Keys that nobody uses take no memory. */
export class KeyedLock {
  private readonly locks = new Map<string, Lock>();

  /**
   * @param busy what a caller is answered who has waited for `maxWaitMs` without getting its turn, or who finds
   *   `mostUsers` at work and waiting already.
   */
  constructor(
    private readonly maxWaitMs: number,
    private readonly busy: () => Error,
    private readonly mostUsers = Infinity,
  ) {}

  get size(): number {
    return this.locks.size;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits for the caller's turn; it lasts until what this resolves to is called, once. */
  async acquire(key: string): Promise<() => void> {
    const lock = this.locks.get(key) ?? this.open(key);
    if (lock.users >= this.mostUsers) throw this.busy();
    lock.users += 1;
    try {
      const release = await lock.mutex.acquire();
      return () => {
        release();
        this.leave(key, lock);
      };
    } catch (error) {
      this.leave(key, lock);
      throw error;
    }
  }

  private leave(key: string, lock: Lock): void {
    lock.users -= 1;
    if (lock.users === 0) this.locks.delete(key);
  }

  private open(key: string): Lock {
    const lock = { mutex: withTimeout(new Mutex(), this.maxWaitMs, this.busy()), users: 0 };
    this.locks.set(key, lock);
    return lock;
  }
}
