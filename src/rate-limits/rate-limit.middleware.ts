import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { RateLimiter } from './rate-limiter.service';

/** Paths that are never limited: a platform that is refused an answer here would take the service for dead. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Counts every request before its body is read and its route is known, so that answers to malformed bodies and unknown
 * paths carry the headers, and count, as well.
 */
export function rateLimit(limiter: RateLimiter): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (PROBES.has(request.path)) return next();
    limiter.countRequest(request, response).then(() => next(), next);
  };
}
