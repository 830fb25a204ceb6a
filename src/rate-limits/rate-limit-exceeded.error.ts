import { HttpStatus } from '@nestjs/common';
import { ServiceError } from '../common/errors/service-error';

/** 429: the caller has used up an hour's requests. */
export class RateLimitExceededError extends ServiceError {
  constructor(limit: number, retryAfterSeconds: number) {
    super(
      HttpStatus.TOO_MANY_REQUESTS,
      'RateLimitExceeded',
      `more than ${limit} of these requests in an hour; try again in ${retryAfterSeconds} seconds`,
      undefined,
      { retryAfterSeconds },
    );
  }
}
