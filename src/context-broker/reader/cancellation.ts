/** The query was given up. */
export class QueryCancelledError extends Error {
  override name = 'QueryCancelledError';

  constructor() {
    super('the query was cancelled');
  }
}

/**
 * Lets one thread end what another is doing. A worker cannot simply be terminated: when that happens while SQLite calls
 * one of our functions, the driver ends the whole process.
 */
export class Cancellation {
  private readonly flag: Int32Array;

  constructor(readonly buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.flag = new Int32Array(buffer);
  }

  cancel(): void {
    Atomics.store(this.flag, 0, 1);
  }

  reset(): void {
    Atomics.store(this.flag, 0, 0);
  }

  /** @throws QueryCancelledError once it is cancelled. */
  check(): void {
    if (Atomics.load(this.flag, 0) === 1) throw new QueryCancelledError();
  }
}
