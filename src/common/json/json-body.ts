import { isUtf8 } from 'node:buffer';
import { HttpStatus } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import readRawBody from 'raw-body';
import { InvalidRequestError, ServiceError } from '../errors/service-error';
import { JsonSyntaxError, parseJson } from './parse-json';

const JSON_TYPES = [
  'application/json',
  'application/ld+json',
  'application/merge-patch+json',
  'application/geo+json',
];

/**
 * Parses bodies of JSON media types into `request.body`; a body of any other type, or a compressed one, is answered
 * with 415. A body beyond the limit is answered with 413 at once, without waiting for its end.
 */
export function jsonBody(limit: string): RequestHandler {
  const read = async (request: Request): Promise<void> => {
    assertReadable(request);
    const length = request.headers['content-length'];
    const body = await readRawBody(request, { length, limit }).catch((error: unknown) => {
      throw readError(error, limit);
    });
    request.body = parse(body);
  };

  return (request: Request, _response: Response, next: NextFunction) => {
    if (!hasBody(request)) return next();
    read(request).then(() => next(), next);
  };
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function assertReadable(request: Request): void {
  if (!request.is(JSON_TYPES)) {
    throw unsupported(`the body is JSON: send it with the header Content-Type: ${JSON_TYPES.join(' or ')}`);
  }
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw unsupported('the body must not be compressed');
}

function parse(body: Buffer): unknown {
  if (!isUtf8(body)) throw new InvalidRequestError('the body is not encoded in UTF-8');
  try {
    return parseJson(body.toString());
  } catch (error) {
    throw error instanceof JsonSyntaxError ? new InvalidRequestError(error.message) : error;
  }
}

function readError(error: unknown, limit: string): ServiceError {
  return (error as { type?: string }).type === 'entity.too.large'
    ? new ServiceError(HttpStatus.PAYLOAD_TOO_LARGE, 'PayloadTooLarge', `the body is larger than ${limit}`)
    : new InvalidRequestError('the body could not be read to its end');
}

const unsupported = (detail: string) =>
  new ServiceError(HttpStatus.UNSUPPORTED_MEDIA_TYPE, 'UnsupportedMediaType', detail);
