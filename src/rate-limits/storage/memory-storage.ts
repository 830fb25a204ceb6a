import type { ThrottlerStorage } from '@nestjs/throttler';
import { type HitRecord, hitRecord } from './hit-record';

interface Window {
  hits: number;
  /** On the clock of the storage, in milliseconds. */
  endsAt: number;
}

/** About 30 MB. */
const CAPACITY = 100_000;

/**
 * Counts hits in this process: for each key one window of fixed length, which begins with the first hit. Every hit costs
 * the same, however many there are. Windows that ended make room as new ones begin, and so do the oldest ones beyond
 * the capacity, so that callers with ever new addresses cannot fill the memory.
 */
export class MemoryStorage implements ThrottlerStorage {
  /** Oldest first. */
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly capacity = CAPACITY,
    private readonly clock = () => performance.now(),
  ) {}

  /** How many windows are held. */
  get size(): number {
    return this.windows.size;
  }

  /** Counts a hit; `ttl` is the length of a window in milliseconds. */
  increment(key: string, ttl: number, limit: number): Promise<HitRecord> {
    const now = this.clock();
    const window = this.openWindow(key, now) ?? this.beginWindow(key, now, ttl);
    window.hits += 1;
    return Promise.resolve(hitRecord(window.hits, window.endsAt - now, limit));
  }

  private openWindow(key: string, now: number): Window | undefined {
    const window = this.windows.get(key);
    return window !== undefined && now < window.endsAt ? window : undefined;
  }

  private beginWindow(key: string, now: number, ttl: number): Window {
    this.windows.delete(key);
    this.makeRoom(now);
    const window = { hits: 0, endsAt: now + ttl };
    this.windows.set(key, window);
    return window;
  }

  private makeRoom(now: number): void {
    for (const [key, { endsAt }] of this.windows) {
      if (now < endsAt && this.windows.size < this.capacity) return;
      this.windows.delete(key);
    }
  }
}
