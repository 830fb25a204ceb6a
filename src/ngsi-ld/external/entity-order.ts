import distance from '@turf/distance';
import { parseDateTime } from '../../context-broker/model/date-time';
import type { EntityQuery, OrderBy } from '../entity-query';
import type { SimplifiedEntity } from './entities-in-answer';
import { isObject } from '../../common/json/is-object';

/** Which entities, in which order. */
export type OrderedFilter = Omit<EntityQuery, 'limit' | 'offset'>;

/** An entity reduced to what a page is chosen by. */
export interface Row {
  id: string;
  /** Undefined when the entity has no value to be ordered by. */
  key: number | string | undefined;
}

/** The attribute that has to be known to order entities; undefined when their ids suffice. */
export function orderingAttribute({ orderBy }: OrderedFilter): string | undefined {
  return orderBy?.attribute === 'distance' ? 'location' : orderBy?.attribute;
}

/** Orders rows as {@link EntityQuery.orderBy} says: rows without a key last, ties by id. */
export function inOrder(rows: readonly Row[], direction: OrderBy['direction'] = 'asc'): Row[] {
  const sign = direction === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const missing = Number(a.key === undefined) - Number(b.key === undefined);
    return missing || sign * (compare(a.key, b.key) || compare(a.id, b.id));
  });
}

export function rowOf(entity: SimplifiedEntity, { orderBy, near }: OrderedFilter): Row {
  const { id } = entity;
  if (orderBy === undefined) {
    return { id, key: undefined };
  }
  if (orderBy.attribute === 'distance') {
    if (near === undefined) {
      throw new TypeError('an order by distance needs near');
    }
    return { id, key: distanceTo([near.longitude, near.latitude], entity['location']) };
  }
  return { id, key: sortKey(entity[orderBy.attribute], orderBy.ranks) };
}

/** Points in time are compared in time, whatever their notation. */
function sortKey(content: unknown, ranks: OrderBy['ranks']): Row['key'] {
  const value = isObject(content) ? content['@value'] : content;
  if (typeof value === 'string') {
    return ranks === undefined ? (parseDateTime(value) ?? value) : rank(ranks, value);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : undefined;
}

function rank(ranks: readonly string[], value: string): number | undefined {
  const index = ranks.indexOf(value);
  return index < 0 ? undefined : index;
}

/** Metres to the nearest vertex of a geometry. */
function distanceTo(from: number[], geometry: unknown): number | undefined {
  const coordinates = isObject(geometry) ? geometry['coordinates'] : undefined;
  const distances = [...positions(coordinates)].map((to) => distance(from, to, { units: 'meters' }));
  return distances.length === 0 ? undefined : Math.min(...distances);
}

function* positions(coordinates: unknown): Generator<number[]> {
  if (!Array.isArray(coordinates)) {
    return;
  }
  const [longitude, latitude] = coordinates as unknown[];
  if (typeof longitude === 'number' && typeof latitude === 'number') {
    yield [longitude, latitude];
    return;
  }
  for (const part of coordinates) {
    yield* positions(part);
  }
}

/** Numbers before text. */
function compare(a: Row['key'], b: Row['key']): number {
  if (a === undefined || b === undefined || a === b) {
    return 0;
  }
  if (typeof a !== typeof b) {
    return typeof a === 'number' ? -1 : 1;
  }
  return a < b ? -1 : 1;
}
