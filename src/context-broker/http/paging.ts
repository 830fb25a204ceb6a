import type { Request, Response } from 'express';
import { badRequestData } from '../errors';
import { booleanParameter, integerParameter } from './query-string';

export const PAGING_PARAMETERS = ['limit', 'offset', 'count'] as const;

/** Which part of a list is asked for (ETSI GS CIM 009, clauses 5.5.9 and 6.3.10). */
export interface Paging {
  limit: number;
  offset: number;
  count: boolean;
}

const MAX_LIMIT = 1000;

export type PagingParameters = Partial<Record<(typeof PAGING_PARAMETERS)[number], string>>;

/** @throws NgsiLdError BadRequestData */
export function pagingOf(parameters: PagingParameters): Paging {
  const limit = integerParameter('limit', parameters.limit, { minimum: 0, maximum: MAX_LIMIT, default: 20 });
  const offset = integerParameter('offset', parameters.offset, { minimum: 0, maximum: 1e12, default: 0 });
  const count = booleanParameter('count', parameters.count);
  if (limit === 0 && !count) throw badRequestData('limit: 0 is for counting alone, with count=true');
  return { limit, offset, count };
}

/** The page without the one row more that tells whether another page follows, and headers that say so. */
export function cutPage<T>(
  request: Request,
  response: Response,
  paging: Paging,
  rows: T[],
  total: number | undefined,
): T[] {
  setPageHeaders(request, response, paging, { more: rows.length > paging.limit, total });
  return rows.slice(0, paging.limit);
}

/** Says how many there are in all, and where the pages before and after this one are. */
export function setPageHeaders(
  request: Request,
  response: Response,
  { limit, offset, count }: Paging,
  { more, total }: { more: boolean; total?: number | undefined },
): void {
  if (count) response.setHeader('NGSILD-Results-Count', total ?? 0);
  if (limit === 0) return;
  if (more) response.append('Link', pageLink(request, offset + limit, 'next'));
  if (offset > 0) response.append('Link', pageLink(request, Math.max(0, offset - limit), 'prev'));
}

function pageLink(request: Request, offset: number, relation: 'next' | 'prev'): string {
  const [path = '', query = ''] = request.originalUrl.split(/\?(.*)/s);
  const others = query.split('&').filter((pair) => pair !== '' && !pair.startsWith('offset='));
  const target = `${path.replace(/\/$/, '')}?${[...others, `offset=${offset}`].join('&')}`
    .replaceAll('>', '%3E')
    .replaceAll('<', '%3C');
  return `<${target}>;rel="${relation}";type="application/ld+json"`;
}
