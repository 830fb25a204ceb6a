import { Logger } from '@nestjs/common';
import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  type IPolicy,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import { NlpServiceUnavailableError } from './nlp-errors';

/** Texts under way, and those that may wait for their turn. */
const MOST_AT_ONCE = 8;
const MOST_WAITING = 64;

/** After so many failures in a row the classifier is left alone for a moment. */
const BREAK_AFTER = 5;
const BREAK_FOR_MS = 10_000;

const RETRIES = 2;
const RETRY_DELAY_MS = 200;

/** One call of a remote classifier that failed; the message is for the log. */
export class RemoteFailure extends Error {
  constructor(
    message: string,
    /** The same call may succeed in a moment. */
    readonly passing: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/**
 * Calls to a remote classifier: one time budget for a call and its repetitions, which do no harm, a circuit breaker, and
 * a bound on calls under way.
 */
export class RemoteCall {
  private readonly logger = new Logger('RemoteClassifier');
  private readonly policy: IPolicy;

  constructor(
    private readonly name: string,
    timeoutMs: number,
  ) {
    const passing = handleWhen((error) => error instanceof RemoteFailure && error.passing);
    const backoff = new ExponentialBackoff({ initialDelay: RETRY_DELAY_MS });
    const breaker = new ConsecutiveBreaker(BREAK_AFTER);
    this.policy = wrap(
      timeout(timeoutMs, TimeoutStrategy.Aggressive),
      bulkhead(MOST_AT_ONCE, MOST_WAITING),
      retry(passing, { maxAttempts: RETRIES, backoff }),
      circuitBreaker(passing, { halfOpenAfter: BREAK_FOR_MS, breaker }),
    );
  }

  /**
   * @param signal ends the call early, which then rejects with the signal's reason
   * @throws NlpServiceUnavailableError in place of any failure
   */
  async run<T>(call: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await this.policy.execute((context) => call(context.signal), signal);
    } catch (error) {
      signal?.throwIfAborted();
      this.log(error);
      throw new NlpServiceUnavailableError(`${this.name} ${reasonOf(error)}`, error);
    }
  }

  /** That the circuit is open has been logged with the failures that opened it. */
  private log(error: unknown): void {
    if (error instanceof BrokenCircuitError) return;
    this.logger.warn(`${this.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TaskCancelledError) return 'did not answer in time';
  if (error instanceof BrokenCircuitError) return 'failed repeatedly and is left alone for a moment';
  if (error instanceof BulkheadRejectedError) return 'has too much to do';
  if (error instanceof RemoteFailure && !error.passing) return 'gave an answer that cannot be used';
  return 'cannot be reached';
}
