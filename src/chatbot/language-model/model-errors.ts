import { isNativeError } from 'node:util/types';
import { HttpStatus } from '@nestjs/common';
import { ServiceError } from '../../common/errors/service-error';

/** 503: the model server cannot be reached, did not answer in time, or has too much to do. */
export class AiServiceUnavailableError extends ServiceError {
  constructor(detail: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(HttpStatus.SERVICE_UNAVAILABLE, 'AiServiceUnavailable', detail, undefined, options);
  }
}

/** 502: the model server refused, or answered with something unusable. */
export class AiServiceError extends ServiceError {
  constructor(detail: string, cause?: unknown) {
    super(HttpStatus.BAD_GATEWAY, 'AiServiceError', detail, undefined, { cause });
  }
}

/** What clients of OpenAI's interface throw when the server answered with an error. */
interface ApiFailure {
  status: number;
  code?: unknown;
  headers?: unknown;
}

/** Statuses of a server that may well answer a little later. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 429, 502, 503, 504, 529]);

const MOST_RETRY_SECONDS = 3600;

/**
 * What a failed call to the model server is to the client. The server's own words may hold secrets, so that not even the
 * log gets them.
 */
export function toModelError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (!isNativeError(error)) return unusable('unknown');
  const { status, code, headers } = error as Partial<ApiFailure>;
  if (typeof status === 'number') return refusal({ status, code, headers });
  if (!isNetworkFailure(error)) return unusable(error.name);
  return new AiServiceUnavailableError('the model server cannot be reached', {
    cause: new Error(reasonOf(error)),
    retryAfterSeconds: 5,
  });
}

const unusable = (what: string) =>
  new AiServiceError('the model server answered with something unusable', new Error(what));

function refusal({ status, code, headers }: ApiFailure): ServiceError {
  const cause = new Error(`status ${status}${typeof code === 'string' ? ` ${code.slice(0, 100)}` : ''}`);
  if (!PASSING.has(status))
    return new AiServiceError(`the model server refused with status ${status}`, cause);
  const detail = status === 429 ? 'has too many requests' : 'is not available';
  return new AiServiceUnavailableError(`the model server ${detail} at present`, {
    cause,
    retryAfterSeconds: retryAfter(headers) ?? 5,
  });
}

/** As fetch fails when there is no connection, or it breaks. */
const isNetworkFailure = ({ name, cause }: Error): boolean => name === 'TypeError' || isNativeError(cause);

/** What is at the bottom, such as `ECONNREFUSED`. */
function reasonOf(error: Error): string {
  if (isNativeError(error.cause)) return reasonOf(error.cause);
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/** `Retry-After` in seconds; undefined when the server does not say. */
function retryAfter(headers: unknown): number | undefined {
  const text = headers instanceof Headers ? headers.get('retry-after') : null;
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(1, Math.ceil(seconds)), MOST_RETRY_SECONDS);
}
