import { HttpStatus } from '@nestjs/common';
import type { Request } from 'express';
import { ServiceError } from '../../common/errors/service-error';

/** In the order in which wildcards choose (clause 6.3.4). */
const MEDIA_TYPES = ['application/json', 'application/ld+json', 'application/geo+json'] as const;

export type MediaType = (typeof MEDIA_TYPES)[number];

/** The media type that the client likes best of those offered. @throws ServiceError 406 */
export function acceptedMediaType(request: Request, offered: readonly MediaType[] = MEDIA_TYPES): MediaType {
  const ranges = (request.get('Accept') || '*/*').split(',').map(parseRange);
  const weigh = (type: MediaType) => Math.max(0, weightOf(type, ranges));
  const best = [...offered].sort((a, b) => weigh(b) - weigh(a))[0];
  if (best !== undefined && weigh(best) > 0) return best;
  throw new ServiceError(
    HttpStatus.NOT_ACCEPTABLE,
    'NotAcceptable',
    `Accept: must allow one of ${offered.join(', ')}`,
  );
}

interface MediaRange {
  type: string;
  weight: number;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  // A weight that is none says nothing.
  return { type, weight: Number.isFinite(weight) ? weight : 1 };
}

/** The weight that the most specific range gives a type. */
function weightOf(type: MediaType, ranges: readonly MediaRange[]): number {
  for (const pattern of [type, 'application/*', '*/*']) {
    const range = ranges.find((candidate) => candidate.type === pattern);
    if (range !== undefined) return range.weight;
  }
  return 0;
}
