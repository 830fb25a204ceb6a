import { applyDecorators, type HttpStatus } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ErrorEnvelopeDto } from './error-envelope.dto';

const DESCRIPTIONS = {
  400: 'The request cannot be parsed: malformed JSON, bad percent-encoding, or an id that is no URI.',
  401: 'There are no credentials, or they are wrong, expired or revoked.',
  403: 'The caller may not do this.',
  404: 'There is nothing of this id.',
  409: 'The request is being answered already; the header `Retry-After` says in how many seconds to try again.',
  413: 'The body is larger than the service takes.',
  415: 'The body is not JSON.',
  422: 'A field or parameter is missing, unknown, of the wrong type or out of range; `errors` says which.',
  429: 'Too many requests; the header `Retry-After` says in how many seconds to try again.',
  500: 'Something went wrong in the service; the request id leads to it in the log.',
  502: 'The context broker refused or answered with something unusable.',
  503: 'The context broker or the database cannot be reached or did not answer in time, or too much is going on.',
} as const satisfies Partial<Record<HttpStatus, string>>;

/** Documents the errors that an operation may answer with, all in the error envelope. */
export const ApiErrors = (...statuses: (keyof typeof DESCRIPTIONS)[]) =>
  applyDecorators(
    ...statuses.map((status) =>
      ApiResponse({ status, type: ErrorEnvelopeDto, description: DESCRIPTIONS[status] }),
    ),
  );

/** What every operation on a report or its broker may answer with. */
export const BROKER_ERRORS = [500, 502, 503] as const;
