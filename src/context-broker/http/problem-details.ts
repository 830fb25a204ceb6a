import { STATUS_CODES } from 'node:http';
import type { ServiceError } from '../../common/errors/service-error';
import { NGSI_LD_ERRORS, type NgsiLdErrorType } from '../errors';

/** The body of every error of the NGSI-LD interface (RFC 7807; ETSI GS CIM 009, clause 5.5.3). */
export interface ProblemDetails {
  type: string;
  title: string;
  detail: string;
  status: number;
}

const ERROR_URI = 'https://uri.etsi.org/ngsi-ld/errors/';

/** Errors of the service around the broker that have a type of their own in NGSI-LD. */
const SYNONYMS: Partial<Record<string, NgsiLdErrorType>> = {
  NotFound: 'ResourceNotFound',
  InternalServerError: 'InternalError',
};

const isNgsiLdErrorType = (type: string): type is NgsiLdErrorType => Object.hasOwn(NGSI_LD_ERRORS, type);

/** An error as ProblemDetails; plain HTTP errors such as 405 are of type `about:blank` (RFC 7807, clause 4.2). */
export function problemDetailsFor(error: ServiceError): { status: number; body: ProblemDetails } {
  const name = SYNONYMS[error.errorType] ?? error.errorType;
  const status = error.getStatus();
  const [type, title] = isNgsiLdErrorType(name)
    ? [`${ERROR_URI}${name}`, NGSI_LD_ERRORS[name].title]
    : ['about:blank', STATUS_CODES[status] ?? 'Error'];
  return { status, body: { type, title, detail: error.message, status } };
}
