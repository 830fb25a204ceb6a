import { HttpStatus } from '@nestjs/common';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { InvalidRequestError, ServiceError } from '../errors/service-error';
import { JsonSyntaxError, parseJson } from './parse-json';

const JSON_TYPES = [
  'application/json',
  'application/ld+json',
  'application/merge-patch+json',
  'application/geo+json',
] as const;

/** What body-parser reports; its own texts would name internals. */
const READ_ERRORS: Record<string, (limit: string) => ServiceError> = {
  'entity.too.large': (limit) =>
    new ServiceError(HttpStatus.PAYLOAD_TOO_LARGE, 'PayloadTooLarge', `the body is larger than ${limit}`),
  'encoding.unsupported': () =>
    new ServiceError(
      HttpStatus.UNSUPPORTED_MEDIA_TYPE,
      'UnsupportedMediaType',
      'the Content-Encoding is not supported',
    ),
};

const hasBody = (request: Request) =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/** Parses bodies of JSON media types into `request.body`; a body of any other type is answered with 415. */
export function jsonBody(limit: string): RequestHandler {
  const read = express.raw({ type: [...JSON_TYPES], limit, inflate: true });
  const decoder = new TextDecoder('utf-8', { fatal: true });

  return (request: Request, response: Response, next: NextFunction) => {
    if (!hasBody(request)) return next();
    if (!request.is([...JSON_TYPES])) {
      return next(
        new ServiceError(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          'UnsupportedMediaType',
          `the body's Content-Type must be one of ${JSON_TYPES.join(', ')}`,
        ),
      );
    }
    read(request, response, (error?: unknown) => {
      if (error) return next(readError(error, limit));
      try {
        request.body = parseJson(decoder.decode(request.body as Buffer));
        next();
      } catch (cause) {
        next(
          new InvalidRequestError(
            cause instanceof JsonSyntaxError ? cause.message : 'the body is not encoded in UTF-8',
          ),
        );
      }
    });
  };
}

function readError(error: unknown, limit: string): ServiceError {
  const type = (error as { type?: string }).type ?? '';
  return READ_ERRORS[type]?.(limit) ?? new InvalidRequestError('the body could not be read');
}
