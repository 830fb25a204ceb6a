import {
  bulkhead,
  type BulkheadPolicy,
  circuitBreaker,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  type RetryPolicy,
  timeout,
  type TimeoutPolicy,
  TimeoutStrategy,
} from 'cockatiel';
import { CallFailure } from './call-failure';
import type { ExternalBrokerOptions } from './external-broker.options';

/** What keeps a slow or broken broker from slowing or breaking the service. */
export interface Resilience {
  /** Ends a call of the port when its time is over, whatever it waits for. */
  budget: TimeoutPolicy;
  /** Repeats a request after a passing failure, later each time, with jitter. */
  repetition: RetryPolicy;
  /** After failures in a row, refuses requests at once for a while, then lets one try. */
  breaker: CircuitBreakerPolicy;
  /** Bounds the requests under way and those that wait. */
  lanes: BulkheadPolicy;
}

export function resilienceOf(options: ExternalBrokerOptions): Resilience {
  const passing = handleWhen((error) => error instanceof CallFailure && error.passing);
  return {
    budget: timeout(options.timeoutMs, TimeoutStrategy.Aggressive),
    // Its waiting keeps no process alive: the timer of the budget does, as long as anybody waits for the call.
    repetition: retry(passing, {
      maxAttempts: options.retries,
      backoff: new ExponentialBackoff({
        initialDelay: options.retryDelayMs,
        maxDelay: 10 * options.retryDelayMs,
      }),
    }).dangerouslyUnref(),
    breaker: circuitBreaker(passing, {
      halfOpenAfter: options.breakForMs,
      breaker: new ConsecutiveBreaker(options.breakAfter),
    }),
    lanes: bulkhead(options.maxConnections, options.maxWaiting),
  };
}
