import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpStatus } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ServiceError } from '../common/errors/service-error';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets those through who send this bearer token. */
export function requireToken(token: string): RequestHandler {
  const expected = digest(`Bearer ${token}`);
  return (request: Request, _response: Response, next: NextFunction) => {
    const isKnown = timingSafeEqual(digest(request.get('Authorization') ?? ''), expected);
    next(isKnown ? undefined : unauthorized());
  };
}

const unauthorized = () =>
  new ServiceError(
    HttpStatus.UNAUTHORIZED,
    'Unauthorized',
    'the token of BROKER_TOKEN is needed as bearer token',
  );
