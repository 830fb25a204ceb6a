import type { NextFunction, Request, Response } from 'express';

const PARAMETER = 'api_key';

const keys = new WeakMap<Request, string[]>();

/** The values of the query parameter `api_key` that the request came with. */
export const apiKeyParametersOf = (request: Request): string[] => keys.get(request) ?? [];

/**
 * Takes the query parameter `api_key` out of the request's URL, so that it reaches no validation, log line or link in
 * an answer. Every other parameter stays as it was written.
 */
export function takeApiKeyParameter(request: Request, _response: Response, next: NextFunction): void {
  const at = request.originalUrl.indexOf('?');
  if (at !== -1) {
    const parameters = request.originalUrl.slice(at + 1).split('&');
    const rest = parameters.filter((text) => keyIn(text) === undefined);
    if (rest.length < parameters.length) {
      keys.set(
        request,
        parameters.map(keyIn).filter((key) => key !== undefined),
      );
      const path = request.originalUrl.slice(0, at);
      request.url = request.originalUrl = rest.length > 0 ? `${path}?${rest.join('&')}` : path;
    }
  }
  next();
}

/** The key, if that is what the parameter gives. */
function keyIn(parameter: string): string | undefined {
  return new URLSearchParams(parameter).get(PARAMETER) ?? undefined;
}
