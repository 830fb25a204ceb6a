import { HttpStatus } from '@nestjs/common/enums/http-status.enum.js';
import { ServiceError } from '../common/errors/service-error';

/** The error types of ETSI GS CIM 009, clause 5.5.2, with the statuses of clause 6.3.2. */
export const NGSI_LD_ERRORS = {
  InvalidRequest: { status: HttpStatus.BAD_REQUEST, title: 'Invalid request' },
  BadRequestData: { status: HttpStatus.BAD_REQUEST, title: 'Bad request data' },
  AlreadyExists: { status: HttpStatus.CONFLICT, title: 'Already exists' },
  OperationNotSupported: { status: HttpStatus.UNPROCESSABLE_ENTITY, title: 'Operation not supported' },
  ResourceNotFound: { status: HttpStatus.NOT_FOUND, title: 'Resource not found' },
  InternalError: { status: HttpStatus.INTERNAL_SERVER_ERROR, title: 'Internal error' },
  TooComplexQuery: { status: HttpStatus.FORBIDDEN, title: 'Too complex query' },
  TooManyResults: { status: HttpStatus.FORBIDDEN, title: 'Too many results' },
  LdContextNotAvailable: { status: HttpStatus.GATEWAY_TIMEOUT, title: 'LD context not available' },
  NoMultiTenantSupport: { status: HttpStatus.NOT_IMPLEMENTED, title: 'No multi-tenant support' },
  NonexistentTenant: { status: HttpStatus.NOT_FOUND, title: 'Nonexistent tenant' },
} as const satisfies Record<string, { status: HttpStatus; title: string }>;

export type NgsiLdErrorType = keyof typeof NGSI_LD_ERRORS;

/** An error of the NGSI-LD interface; `detail` is written for the client. */
export class NgsiLdError extends ServiceError {
  constructor(
    readonly type: NgsiLdErrorType,
    detail: string,
  ) {
    super(NGSI_LD_ERRORS[type].status, type, detail);
  }
}

/** 400: the request is well-formed, but what it says is not valid. */
export const badRequestData = (detail: string): NgsiLdError => new NgsiLdError('BadRequestData', detail);

/** 404: there is no such entity, or no such attribute of it. */
export const notFound = (detail: string): NgsiLdError => new NgsiLdError('ResourceNotFound', detail);

/** 503: more is waiting than the broker can take in. */
export const overloaded = (): ServiceError =>
  new ServiceError(HttpStatus.SERVICE_UNAVAILABLE, 'Overloaded', 'the broker is busy: try again', undefined, {
    retryAfterSeconds: 1,
  });
