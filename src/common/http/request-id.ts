import type { NextFunction, Request, Response } from 'express';
import { v7 as uuidv7 } from 'uuid';

const SANE = /^[\w.:-]{1,128}$/;

const ids = new WeakMap<Request, string>();

/** The id that the request came with or was given. */
export const requestIdOf = (request: Request): string => ids.get(request) ?? '';

/** Takes the request's `X-Request-Id` when it is sane, else makes one, and puts it into the response. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SANE.test(given) ? given : uuidv7();
  ids.set(request, id);
  response.setHeader('X-Request-Id', id);
  next();
}
