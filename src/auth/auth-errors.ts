import { HttpStatus } from '@nestjs/common';
import { ServiceError } from '../common/errors/service-error';

/** 401: there are no credentials, or they are wrong. */
export class UnauthorizedError extends ServiceError {
  constructor(detail: string) {
    super(HttpStatus.UNAUTHORIZED, 'Unauthorized', detail);
  }
}

/** 403: the caller is known and may not do this. */
export class ForbiddenError extends ServiceError {
  constructor(detail: string) {
    super(HttpStatus.FORBIDDEN, 'Forbidden', detail);
  }
}
