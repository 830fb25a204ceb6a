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

/** What a failed call to the model server is to the client. The server's own words may hold secrets, so none is kept. */
export function toModelError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isApiFailure(error)) return refusal(error);
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  const cause = new Error(`${name}: ${reasonOf(error)}`);
  if (error instanceof SyntaxError || /\bJSON\b/.test(message)) {
    return new AiServiceError('the model server answered with something unusable', cause);
  }
  return new AiServiceUnavailableError('the model server cannot be reached', {
    cause,
    retryAfterSeconds: 5,
  });
}

function refusal({ status, code, headers }: ApiFailure): ServiceError {
  const cause = new Error(`status ${status}${typeof code === 'string' ? ` ${code.slice(0, 100)}` : ''}`);
  if (PASSING.has(status)) {
    const retryAfterSeconds = retryAfter(headers) ?? 5;
    const detail = status === 429 ? 'has too many requests' : 'is not available';
    return new AiServiceUnavailableError(`the model server ${detail} at present`, {
      cause,
      retryAfterSeconds,
    });
  }
  return new AiServiceError(`the model server refused with status ${status}`, cause);
}

const isApiFailure = (error: unknown): error is ApiFailure =>
  error instanceof Error && typeof (error as { status?: unknown }).status === 'number';

/** The names of what went wrong at the bottom, such as `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.message.slice(0, 200);
}

/** `Retry-After` in seconds; undefined when the server does not say. */
function retryAfter(headers: unknown): number | undefined {
  const text = headers instanceof Headers ? headers.get('retry-after') : null;
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(1, Math.ceil(seconds)), MOST_RETRY_SECONDS);
}
