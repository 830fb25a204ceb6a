// Not from '@nestjs/common', which takes a thread that reads the store longer to load than all the rest.
import { HttpStatus } from '@nestjs/common/enums/http-status.enum.js';
import { HttpException } from '@nestjs/common/exceptions/http.exception.js';

/** Where an input is wrong, as in the error envelope. */
export interface FieldError {
  /** Path to the value: `body`, `query` or `path`, then member names and array indexes. */
  loc: (string | number)[];
  msg: string;
  /** Stable name of the rule that was broken. */
  type: string;
}

/** An error whose status, stable type and text are meant for the client. */
export class ServiceError extends HttpException {
  constructor(
    status: HttpStatus,
    readonly errorType: string,
    detail: string,
    readonly errors?: FieldError[],
    options?: { cause?: unknown; retryAfterSeconds?: number },
  ) {
    super(detail, status, { cause: options?.cause });
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  readonly retryAfterSeconds: number | undefined;
}

/** 400: the request cannot be parsed. */
export class InvalidRequestError extends ServiceError {
  constructor(detail: string) {
    super(HttpStatus.BAD_REQUEST, 'InvalidRequest', detail);
  }
}

/** 404 */
export class NotFoundError extends ServiceError {
  constructor(detail: string) {
    super(HttpStatus.NOT_FOUND, 'NotFound', detail);
  }
}

/** 422: parsed, but a field or parameter is missing, unknown, of the wrong type or out of range. */
export class ValidationError extends ServiceError {
  constructor(errors: FieldError[]) {
    const [first] = errors;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    const where = first ? first.loc.slice(1).join('.') : '';
    super(
      HttpStatus.UNPROCESSABLE_ENTITY,
      'ValidationError',
      `${where ? `${where}: ` : ''}${first?.msg ?? 'invalid input'}${more}`,
      errors,
    );
  }
}
