/** How the external broker is reached, and how much it is trusted with. */
export interface ExternalBrokerOptions {
  /** Root address, without /ngsi-ld/v1. */
  url: string;
  tenant?: string;
  token?: string;
  /** JSON-LD context that the broker is to use for the terms in requests and answers; absent: the core context. */
  contextUrl?: string;
  /** The longest a call of the port may take, all its requests and their repetitions included. */
  timeoutMs: number;
  /** The longest answer that is read, decompressed. */
  maxAnswerBytes: number;
  /** Open connections; further requests wait. */
  maxConnections: number;
  /** Requests that may wait for a connection. */
  maxWaiting: number;
  /** How often a request that may be repeated is, after a passing failure. */
  retries: number;
  /** About how long the first repetition waits; the next ones wait longer, with jitter. */
  retryDelayMs: number;
  /** Consecutive failures after which no request is sent for a while. */
  breakAfter: number;
  /** How long the circuit stays open before one request tries it again. */
  breakForMs: number;
}

export const EXTERNAL_BROKER_DEFAULTS = {
  timeoutMs: 10_000,
  maxAnswerBytes: 8 * 1024 * 1024,
  maxConnections: 64,
  maxWaiting: 512,
  retries: 2,
  retryDelayMs: 100,
  breakAfter: 5,
  breakForMs: 5_000,
} as const satisfies Partial<ExternalBrokerOptions>;
