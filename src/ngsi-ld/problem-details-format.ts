import { HttpStatus } from '@nestjs/common';
import type { ErrorFormat } from '../common/errors/error.filter';
import { problemDetailsFor } from '../context-broker/http/problem-details';

/** Errors that are told by their status alone (clause 6.3.4). */
const BARE: ReadonlySet<number> = new Set([HttpStatus.LENGTH_REQUIRED, HttpStatus.UNSUPPORTED_MEDIA_TYPE]);

/** Errors of the NGSI-LD interface are the ProblemDetails of ETSI GS CIM 009, clause 6.3.2. */
export const problemDetailsFormat: ErrorFormat = {
  prefix: '/ngsi-ld/',
  contentType: 'application/json',
  render(error) {
    const { status, body } = problemDetailsFor(error);
    return { status, body: BARE.has(status) ? undefined : body };
  },
};
