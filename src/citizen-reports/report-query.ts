import { offsetOf } from '../common/pagination/pagination.query.dto';
import type { Comparable, Condition, EntityQuery } from '../ngsi-ld/entity-query';
import { CITIZEN_REPORT, PRIORITIES, STATUSES } from './citizen-report';
import type { ListReportsQueryDto } from './dto/list-reports.query.dto';
import { REPORTER } from './reporter-privacy';
import { parseBox, parseEnd, parsePosition, parseStart, parseWords } from './query-values';

const DEFAULT_RADIUS = 1000;

/** Attributes in which `q` looks for words. */
export const SEARCHED = ['title', 'description', 'address'];

const RANKS: Record<string, readonly string[]> = { priority: PRIORITIES, status: STATUSES };

/**
 * What the broker is asked for a validated query.
 *
 * @param reporter only reports of this account
 */
export function toEntityQuery(query: ListReportsQueryDto, reporter?: string): EntityQuery {
  const position = read(query.near, parsePosition);
  const words = read(query.q, parseWords);
  return {
    type: CITIZEN_REPORT,
    where: [...conditions(query), ...only(REPORTER, reporter)],
    text: words && { words, attributes: SEARCHED },
    near: position && { ...position, maxDistance: query.radius ?? DEFAULT_RADIUS },
    bbox: read(query.bbox, parseBox),
    orderBy: { attribute: query.sort_by, direction: query.order, ranks: RANKS[query.sort_by] },
    limit: query.limit,
    offset: offsetOf(query),
  };
}

const read = <T>(text: string | undefined, parse: (text: string) => T): T | undefined =>
  text === undefined ? undefined : parse(text);

function conditions(query: ListReportsQueryDto): Condition[] {
  return [
    ...oneOf('category', query.category?.split(',')),
    ...oneOf('priority', query.priority?.split(',')),
    ...oneOf('status', query.status?.split(',')),
    ...only('assignedTo', query.assigned_to),
    ...only(REPORTER, query.reported_by),
    ...only(
      'needsReview',
      read(query.needs_review, (text) => text === 'true'),
    ),
    ...span('dateCreated', query.created_after, query.created_before),
    ...span('dateModified', query.updated_after, query.updated_before),
  ];
}

function span(attribute: string, after: string | undefined, before: string | undefined): Condition[] {
  const from = read(after, parseStart);
  const to = read(before, parseEnd);
  return from || to ? [{ attribute, from, to }] : [];
}

const oneOf = (attribute: string, values: Comparable[] | undefined): Condition[] =>
  values === undefined ? [] : [{ attribute, oneOf: values }];

const only = (attribute: string, value: Comparable | undefined): Condition[] =>
  oneOf(attribute, value === undefined ? undefined : [value]);
