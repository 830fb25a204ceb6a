import { isAxiosError } from 'axios';

export type CallFailureKind =
  /** No connection: the broker has not seen the request. */
  | 'unreachable'
  /** The connection broke or time ran out: the request may have been carried out. */
  | 'lost'
  /** 503 */
  | 'overloaded'
  /** 502 or 504: something in front of the broker gave up on it. */
  | 'gateway'
  /** An answer that nothing can be made of. */
  | 'unusable';

/** What is known of a failed request, for the log. */
interface Circumstances {
  /** Method and path. */
  request: string;
  status?: number;
  /** The beginning of what the broker said. */
  body?: string;
  cause?: unknown;
}

/** One request that failed. Never leaves the adapter but as the cause of an error of the port. */
export class CallFailure extends Error {
  constructor(
    readonly kind: CallFailureKind,
    message: string,
    readonly circumstances: Circumstances,
  ) {
    super(message, { cause: circumstances.cause });
  }

  /** The same request may succeed in a moment; many of these in a row mean that the broker is down. */
  get passing(): boolean {
    return this.kind !== 'unusable';
  }

  /** The broker may have carried the request out. */
  get ambiguous(): boolean {
    return this.kind === 'lost' || this.kind === 'gateway';
  }
}

const NOT_CONNECTED = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);

/** What an error of axios, or of Node's HTTP client below it, means. */
export function connectionFailure(error: unknown, request: string): CallFailure {
  const circumstances = { request, cause: error };
  const code = isAxiosError(error) ? (error.code ?? '') : '';
  if (NOT_CONNECTED.has(code)) {
    return new CallFailure('unreachable', `no connection (${code})`, circumstances);
  }
  if (isAxiosError(error) && error.message.startsWith('maxContentLength')) {
    return new CallFailure('unusable', 'the answer is too long', circumstances);
  }
  if (code.startsWith('HPE_') || code.startsWith('Z_')) {
    return new CallFailure('unusable', `the answer is no HTTP (${code})`, circumstances);
  }
  return new CallFailure('lost', `the connection broke (${code})`, circumstances);
}
