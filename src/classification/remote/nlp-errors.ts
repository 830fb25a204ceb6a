import { HttpStatus } from '@nestjs/common';
import { ServiceError } from '../../common/errors/service-error';

/** 500: the remote classifier cannot be used. What it said stays in the log. */
export class NlpServiceUnavailableError extends ServiceError {
  constructor(detail: string, cause?: unknown) {
    super(HttpStatus.INTERNAL_SERVER_ERROR, 'NlpServiceUnavailable', detail, undefined, { cause });
  }
}
