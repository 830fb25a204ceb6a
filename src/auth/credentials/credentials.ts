import type { Request } from 'express';
import { UnauthorizedError } from '../auth-errors';
import { apiKeyParametersOf } from './api-key-parameter';

export type Credential = { kind: 'token' | 'api-key'; value: string };

/** Longer than any token of this service, shorter than what is worth a look. */
const LONGEST = 2048;

const BEARER = /^Bearer +([\w.~+/=-]+)$/i;

/**
 * All credentials that the request carries, in the order in which they count: Authorization, X-API-Key, api_key.
 *
 * @throws UnauthorizedError when one of them is no credential at all.
 */
export function credentialsOf(request: Request): Credential[] {
  const { authorization, 'x-api-key': header } = request.headers;
  const parameters = apiKeyParametersOf(request);
  if (parameters.length > 1) throw new UnauthorizedError('the query parameter api_key stands more than once');
  return [
    ...(authorization === undefined ? [] : [bearer(authorization)]),
    ...(header === undefined ? [] : [apiKey(String(header))]),
    ...parameters.map(apiKey),
  ];
}

function bearer(authorization: string): Credential {
  const value = authorization.length <= LONGEST ? BEARER.exec(authorization)?.[1] : undefined;
  if (value === undefined)
    throw new UnauthorizedError('the header Authorization must be "Bearer" and a token');
  return { kind: 'token', value };
}

const apiKey = (value: string): Credential => ({ kind: 'api-key', value });
