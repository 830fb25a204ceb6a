import { Mutex, type MutexInterface, withTimeout } from 'async-mutex';

interface Lock {
  mutex: MutexInterface;
  /** Callers that work or wait. */
  users: number;
}

/** Lets one caller at a time work on a key, in the order they come. Keys that nobody uses take no memory. */
export class KeyedLock {
  private readonly locks = new Map<string, Lock>();

  /** @param timedOut what a caller is answered who has waited for `maxWaitMs` without getting its turn. */
  constructor(
    private readonly maxWaitMs: number,
    private readonly timedOut: () => Error,
  ) {}

  get size(): number {
    return this.locks.size;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lock = this.locks.get(key) ?? this.open(key);
    lock.users += 1;
    try {
      return await lock.mutex.runExclusive(work);
    } finally {
      lock.users -= 1;
      if (lock.users === 0) this.locks.delete(key);
    }
  }

  private open(key: string): Lock {
    const lock = { mutex: withTimeout(new Mutex(), this.maxWaitMs, this.timedOut()), users: 0 };
    this.locks.set(key, lock);
    return lock;
  }
}
