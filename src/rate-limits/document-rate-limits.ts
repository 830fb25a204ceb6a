import type { OpenAPIObject } from '@nestjs/swagger';
import { PROBES } from './rate-limit.middleware';

type Response = Exclude<
  NonNullable<NonNullable<OpenAPIObject['paths'][string]['get']>['responses'][string]>,
  { $ref: string }
>;

const header = (description: string) => ({ description, schema: { type: 'integer' as const, minimum: 0 } });

const HEADERS = {
  'X-RateLimit-Limit': header('How many requests an hour the caller has.'),
  'X-RateLimit-Remaining': header('How many of them are left.'),
  'X-RateLimit-Reset': header('When they are all there again, in seconds since 1970.'),
  'Retry-After': header('In how many seconds to try again.'),
};

const tooManyRequests = (schema: string): Response => ({
  description: 'The caller has used up the requests of an hour.',
  headers: HEADERS,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** Says of every operation that is limited how it answers beyond the limit. */
export function documentRateLimits({ paths }: OpenAPIObject): void {
  for (const [path, { get, post, patch, put, delete: remove }] of Object.entries(paths)) {
    if (PROBES.has(path)) continue;
    const schema = path.startsWith('/ngsi-ld/') ? 'ProblemDetailsDto' : 'ErrorEnvelopeDto';
    for (const operation of [get, post, patch, put, remove]) {
      if (operation) operation.responses['429'] = tooManyRequests(schema);
    }
  }
}
