interface Failures {
  count: number;
  /** No try before this, in milliseconds of the clock. */
  blockedUntil: number;
  latest: number;
}

export interface FailureLimit {
  /** Failures in a row that cost nothing. */
  free: number;
  /** Each further failure doubles the delay, beginning with a second, up to this many seconds. */
  longestDelay: number;
}

/** Failures are forgotten when there was none for this long. */
const FORGOTTEN_AFTER_MS = 3_600_000;

/** About 2 MB. */
const CAPACITY = 20_000;

/** Counts failures by key and says how long each key has to wait. Beyond its capacity it gives up the oldest keys. */
export class FailureCounter {
  /** The key that failed longest ago first. */
  private readonly failures = new Map<string, Failures>();

  constructor(
    private readonly limit: FailureLimit,
    private readonly capacity = CAPACITY,
    private readonly clock = () => performance.now(),
  ) {}

  get size(): number {
    return this.failures.size;
  }

  /** How many seconds the key has to wait before its next try; 0 when it may try now. */
  delay(key: string): number {
    const { blockedUntil = 0 } = this.failures.get(key) ?? {};
    return Math.max(0, Math.ceil((blockedUntil - this.clock()) / 1000));
  }

  add(key: string): void {
    const now = this.clock();
    const { count, latest } = this.failures.get(key) ?? { count: 0, latest: now };
    const failures = now - latest < FORGOTTEN_AFTER_MS ? count + 1 : 1;
    this.failures.delete(key);
    this.failures.set(key, { count: failures, blockedUntil: now + this.delayAfter(failures), latest: now });
    for (const oldest of this.failures.keys()) {
      if (this.failures.size <= this.capacity) break;
      this.failures.delete(oldest);
    }
  }

  /** Takes one failure back, with its delay. */
  takeBack(key: string): void {
    const failures = this.failures.get(key);
    if (failures === undefined) return;
    if (failures.count <= 1) this.failures.delete(key);
    else Object.assign(failures, { count: failures.count - 1, blockedUntil: 0 });
  }

  clear(key: string): void {
    this.failures.delete(key);
  }

  private delayAfter(failures: number): number {
    const beyond = failures - this.limit.free;
    return beyond <= 0 ? 0 : Math.min(2 ** (beyond - 1), this.limit.longestDelay) * 1000;
  }
}
