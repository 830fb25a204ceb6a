import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id';

/**
 * One log line for each request. It names the route, not the path or the query: those may carry credentials and
 * personal data.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const start = performance.now();
    response.once('close', () => {
      logger.info({
        method: request.method,
        route: routeOf(request),
        status: response.statusCode,
        ms: Math.round((performance.now() - start) * 100) / 100,
        requestId: requestIdOf(request),
        ...(response.writableFinished ? undefined : { aborted: true }),
      });
    });
    next();
  };
}

const routeOf = (request: Request): string =>
  (request.route as { path?: string } | undefined)?.path ?? '(no route)';
