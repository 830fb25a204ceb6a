/** The shortest interval, in milliseconds; what asks for less gets this. */
const SHORTEST_MS = 1_000;

/** Timers of Node.js end at 2^31 milliseconds. */
const LONGEST_TIMER_MS = 86_400_000;

interface Rhythm {
  intervalMs: number;
  dueAt: number;
}

/** Calls for what is to happen in intervals, by one timer. What is missed is not made up for. */
export class PeriodicTimer<T> {
  private readonly rhythms = new Map<T, Rhythm>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onDue: (item: T) => void) {}

  get size(): number {
    return this.rhythms.size;
  }

  has(item: T): boolean {
    return this.rhythms.has(item);
  }

  /** The first time is an interval after `last`, in milliseconds since 1970, or now where that is past. */
  add(item: T, seconds: number, last: number): void {
    const intervalMs = Math.max(seconds * 1000, SHORTEST_MS);
    // The clock may have been set back meanwhile.
    const wait = Math.min(Math.max(last + intervalMs - Date.now(), 0), intervalMs);
    this.rhythms.set(item, { intervalMs, dueAt: performance.now() + wait });
    this.schedule();
  }

  remove(item: T): void {
    if (this.rhythms.delete(item)) this.schedule();
  }

  stop(): void {
    this.rhythms.clear();
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.rhythms.size === 0) return;
    let next = Infinity;
    for (const { dueAt } of this.rhythms.values()) next = Math.min(next, dueAt);
    this.timer = setTimeout(
      () => this.tick(),
      Math.min(Math.max(next - performance.now(), 0), LONGEST_TIMER_MS),
    );
  }

  private tick(): void {
    const now = performance.now();
    for (const [item, rhythm] of [...this.rhythms]) {
      if (rhythm.dueAt > now) continue;
      rhythm.dueAt = Math.max(rhythm.dueAt + rhythm.intervalMs, now);
      this.onDue(item);
    }
    this.schedule();
  }
}
