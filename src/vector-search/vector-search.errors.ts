import { HttpStatus } from '@nestjs/common';
import { ServiceError } from '../common/errors/service-error';

/** 503: no embeddings server is configured. */
export class VectorSearchDisabledError extends ServiceError {
  constructor() {
    super(
      HttpStatus.SERVICE_UNAVAILABLE,
      'VectorSearchDisabled',
      'vector search is off: set EMBEDDINGS_BASE_URL or EMBEDDINGS_API_KEY, and EMBEDDINGS_MODEL, and restart',
    );
  }
}

/** 503: more searches wait than are worth waiting for. */
export class SearchOverloadedError extends ServiceError {
  constructor() {
    super(HttpStatus.SERVICE_UNAVAILABLE, 'ServiceUnavailable', 'too many searches are waiting', undefined, {
      retryAfterSeconds: 5,
    });
  }
}

/** 503: the search took longer than anybody waits for. */
export class SearchTooSlowError extends ServiceError {
  constructor(milliseconds: number) {
    super(
      HttpStatus.SERVICE_UNAVAILABLE,
      'ServiceUnavailable',
      `the search found no end in ${milliseconds} ms`,
      undefined,
      { retryAfterSeconds: 5 },
    );
  }
}

/** 502: the embeddings server refused, or answered with something unusable. Its own words stay in the log. */
export class EmbeddingsError extends ServiceError {
  constructor(detail: string, cause?: unknown) {
    super(HttpStatus.BAD_GATEWAY, 'EmbeddingsError', detail, undefined, { cause });
  }
}

/** 503: the embeddings server cannot be reached, is busy or did not answer in time. */
export class EmbeddingsUnavailableError extends ServiceError {
  constructor(detail: string, cause?: unknown, retryAfterSeconds = 5) {
    super(HttpStatus.SERVICE_UNAVAILABLE, 'EmbeddingsUnavailable', detail, undefined, {
      cause,
      retryAfterSeconds,
    });
  }
}

/** 503: the vector store cannot be reached or used. */
export class VectorStoreUnavailableError extends ServiceError {
  constructor(detail: string, cause?: unknown) {
    super(HttpStatus.SERVICE_UNAVAILABLE, 'VectorStoreUnavailable', detail, undefined, {
      cause,
      retryAfterSeconds: 5,
    });
  }
}
