import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

const SHORTEST_MS = 5;
const LONGEST_MS = 320;

/** Above this share of time the process is busy. */
const BUSY = 0.5;

/**
 * Waits a moment, and longer while the process is busy with something else, so that work in the background does not slow
 * down requests; half a second at the most, so that it is done under steady load too.
 *
 * @throws AbortError when the signal ends the waiting
 */
export async function giveWay(signal: AbortSignal): Promise<void> {
  for (let pause = SHORTEST_MS; pause <= LONGEST_MS; pause *= 2) {
    const before = performance.eventLoopUtilization();
    await setTimeout(pause, undefined, { signal });
    if (performance.eventLoopUtilization(before).utilization < BUSY) return;
  }
}
