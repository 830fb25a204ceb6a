import { HttpStatus } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ServiceError } from '../../common/errors/service-error';

const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT']);

/** Refuses an NGSI-LD request with a body that does not say how long it is, before anything else (clause 6.3.4). */
export function requireLength(request: Request, _response: Response, next: NextFunction): void {
  const isMissing = WITH_BODY.has(request.method) && request.headers['content-length'] === undefined;
  next(isMissing ? lengthRequired() : undefined);
}

const lengthRequired = () =>
  new ServiceError(HttpStatus.LENGTH_REQUIRED, 'LengthRequired', 'the header Content-Length is needed');
