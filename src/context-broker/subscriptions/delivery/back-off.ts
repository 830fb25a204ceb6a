/** Half of the wait is left to chance, so that many that failed together do not come back together. */
const JITTER = 0.5;

/** Milliseconds to wait after so many failures in a row, 1 or more. */
export function backOff(
  failures: number,
  { firstRetryMs, longestRetryMs }: { firstRetryMs: number; longestRetryMs: number },
  random: () => number = Math.random,
): number {
  const wait = Math.min(firstRetryMs * 2 ** Math.min(failures - 1, 30), longestRetryMs);
  return wait * (1 - JITTER * random());
}
