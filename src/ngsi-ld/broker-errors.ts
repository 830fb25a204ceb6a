import { HttpStatus } from '@nestjs/common';
import { ServiceError } from '../common/errors/service-error';

/** 502: the broker answered with something unusable, or refused. Its own words stay in the log. */
export class BrokerError extends ServiceError {
  constructor(detail: string, cause?: unknown) {
    super(HttpStatus.BAD_GATEWAY, 'BrokerError', detail, undefined, { cause });
  }
}

/** 503: the broker cannot be reached or did not answer in time. */
export class BrokerUnavailableError extends ServiceError {
  constructor(detail: string, cause?: unknown) {
    super(HttpStatus.SERVICE_UNAVAILABLE, 'BrokerUnavailable', detail, undefined, {
      cause,
      retryAfterSeconds: 5,
    });
  }
}

/** 422: more entities match than the broker can sort or page; a narrower filter is needed. */
export class QueryTooWideError extends ServiceError {
  constructor(matches: number, most: number) {
    super(
      HttpStatus.UNPROCESSABLE_ENTITY,
      'QueryTooWide',
      `${matches} entities match, at most ${most} can be sorted here: narrow the filter`,
    );
  }
}

/** 422: the entities of the page are too large to be answered at once; fewer have to be asked for. */
export class PageTooLargeError extends ServiceError {
  constructor() {
    super(
      HttpStatus.UNPROCESSABLE_ENTITY,
      'PageTooLarge',
      'so many entities of this size are too large an answer: ask for fewer with limit',
    );
  }
}

/** There is an entity of this id. */
export class EntityExistsError extends Error {
  constructor(readonly id: string) {
    super(`entity ${id} exists`);
  }
}
