/** How notifications are delivered. */
export interface DeliveryOptions {
  /** What a receiver has for its answer when the subscription does not say, in milliseconds. */
  timeoutMs: number;
  /** The wait after the first failure, in milliseconds; it doubles with each further one. */
  firstRetryMs: number;
  /** The longest wait between two attempts, in milliseconds. */
  longestRetryMs: number;
  /** After so many attempts a notification that the receiver refuses (3xx, 4xx) is given up. */
  refusedAttempts: number;
  /** Attempts in progress at a time, all subscriptions together. */
  concurrent: number;
  /** Of these, attempts to the same host and port. */
  concurrentPerHost: number;
  /** The most that one notification holds: entities, and characters of their JSON. */
  maxEntities: number;
  maxCharacters: number;
  /** The most that waits for one subscription; beyond it the oldest is dropped. */
  maxWaiting: number;
  maxWaitingCharacters: number;
}

export const DELIVERY_OPTIONS: DeliveryOptions = {
  timeoutMs: 5_000,
  firstRetryMs: 1_000,
  longestRetryMs: 300_000,
  refusedAttempts: 3,
  concurrent: 128,
  concurrentPerHost: 8,
  maxEntities: 1_000,
  maxCharacters: 4_000_000,
  maxWaiting: 10_000,
  maxWaitingCharacters: 64_000_000,
};
