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
  const [path = '', query] = splitAtFirst(request.originalUrl, '?');
  if (query?.includes(PARAMETER)) {
    const parameters = query.split('&').map((text) => ({ text, pair: [...new URLSearchParams(text)][0] }));
    const taken = parameters.filter(({ pair }) => pair?.[0] === PARAMETER);
    if (taken.length > 0) {
      keys.set(
        request,
        taken.map(({ pair }) => pair?.[1] ?? ''),
      );
      const rest = parameters.filter((parameter) => !taken.includes(parameter)).map(({ text }) => text);
      request.url = request.originalUrl = rest.length > 0 ? `${path}?${rest.join('&')}` : path;
    }
  }
  next();
}

function splitAtFirst(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
