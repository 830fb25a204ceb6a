import type { ThrottlerStorage } from '@nestjs/throttler';

export type HitRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * What the throttler wants to know of a hit in a window that has `milliseconds` left. A caller beyond the limit is held
 * off until the window ends. Times are in seconds, not rounded, so that the end of the window stays the same moment.
 */
export function hitRecord(hits: number, milliseconds: number, limit: number): HitRecord {
  const seconds = milliseconds / 1000;
  return {
    totalHits: hits,
    timeToExpire: seconds,
    isBlocked: hits > limit,
    timeToBlockExpire: hits > limit ? seconds : 0,
  };
}
