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
