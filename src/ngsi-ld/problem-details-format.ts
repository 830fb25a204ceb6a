import type { ErrorFormat } from '../common/errors/error.filter';
import { problemDetailsFor } from '../context-broker/http/problem-details';

/** Errors of the NGSI-LD interface are the ProblemDetails of ETSI GS CIM 009, clause 6.3.2. */
export const problemDetailsFormat: ErrorFormat = {
  prefix: '/ngsi-ld/',
  contentType: 'application/json',
  render: problemDetailsFor,
};
