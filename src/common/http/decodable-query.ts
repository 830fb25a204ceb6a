import type { RequestHandler } from 'express';

/**
 * Refuses what is no percent-encoding of UTF-8, which the parser of queries would take for other characters. Express
 * does so for paths by itself.
 *
 * @throws URIError
 */
export const decodableQuery: RequestHandler = ({ originalUrl }, _response, next) => {
  decodeURIComponent(/\?(.*)/s.exec(originalUrl)?.[1] ?? '');
  next();
};
