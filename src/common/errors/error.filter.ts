import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  HttpStatus,
  Logger,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { requestIdOf } from '../http/request-id';
import type { ErrorEnvelopeDto } from './error-envelope.dto';
import { InvalidRequestError, ServiceError } from './service-error';

/** How errors below a path prefix are written, where a standard asks for another shape than the envelope. */
export interface ErrorFormat {
  /** In small letters, with slashes at both ends. Routes are found whatever their case, and so is this. */
  prefix: string;
  contentType: string;
  /** Without a body the answer is the status alone. */
  render(error: ServiceError): { status: number; body: object | undefined };
}

/** Turns whatever is thrown into the error envelope, or into the shape that a part of the service is bound to. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  constructor(private readonly formats: readonly ErrorFormat[] = []) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = toServiceError(exception);
    if (error.getStatus() >= 500) this.log(exception, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error.getStatus() === Number(HttpStatus.UNAUTHORIZED))
      response.setHeader('WWW-Authenticate', 'Bearer');
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', error.retryAfterSeconds);
    // What is left of the body is not worth reading, and a client may never stop sending it.
    if (error.getStatus() === Number(HttpStatus.PAYLOAD_TOO_LARGE)) response.setHeader('Connection', 'close');

    const format = this.formats.find(({ prefix }) => `${request.path}/`.toLowerCase().startsWith(prefix));
    const { status, body } = format?.render(error) ?? {
      status: error.getStatus(),
      body: toEnvelope(error, requestIdOf(request)),
    };
    if (body === undefined) {
      response.status(status).end();
      return;
    }
    response
      .status(status)
      .type(format?.contentType ?? 'application/json')
      .send(JSON.stringify(body));
  }

  private log(exception: unknown, request: Request): void {
    const { name, message, stack, cause } =
      exception instanceof Error ? exception : new Error(String(exception));
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined;
    const entry = { requestId: requestIdOf(request), error: name, message, cause: reason };
    // What depends on others is foreseen; where a surprise comes from has to be looked for.
    if (exception instanceof ServiceError) this.logger.warn(entry);
    else this.logger.error({ ...entry, stack });
  }
}

/** The error as clients are told of it. */
export function toEnvelope(error: ServiceError, requestId: string): ErrorEnvelopeDto {
  return {
    status_code: error.getStatus(),
    error_type: error.errorType,
    detail: error.message,
    ...(error.errors && { errors: error.errors }),
    ...(error.retryAfterSeconds !== undefined && { retry_after: error.retryAfterSeconds }),
    request_id: requestId,
  };
}

const TYPE_BY_STATUS: Partial<Record<number, string>> = {
  [HttpStatus.BAD_REQUEST]: 'InvalidRequest',
  [HttpStatus.UNAUTHORIZED]: 'Unauthorized',
  [HttpStatus.FORBIDDEN]: 'Forbidden',
  [HttpStatus.NOT_FOUND]: 'NotFound',
  [HttpStatus.UNPROCESSABLE_ENTITY]: 'ValidationError',
  [HttpStatus.SERVICE_UNAVAILABLE]: 'ServiceUnavailable',
};

/** The error for the client: what was meant for it as it is, anything else without a word of its inside. */
export function toServiceError(exception: unknown): ServiceError {
  if (exception instanceof ServiceError) return exception;
  // Of a path, or a query, that cannot be decoded.
  if (exception instanceof URIError)
    return new InvalidRequestError('the address is not valid percent-encoding');
  if (exception instanceof HttpException) {
    const type = TYPE_BY_STATUS[exception.getStatus()];
    if (type) return new ServiceError(exception.getStatus(), type, exception.message);
  }
  return new ServiceError(
    HttpStatus.INTERNAL_SERVER_ERROR,
    'InternalServerError',
    'something went wrong on our side; the request id leads to it in the log',
    undefined,
    { cause: exception },
  );
}
