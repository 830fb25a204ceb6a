import distance from '@turf/distance';
import type { EntityQuery, OrderBy } from '../entity-query';
import type { SimplifiedEntity } from './entities-in-answer';
import { isObject } from './is-object';

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
    if (a.key === undefined || b.key === undefined) {
      return Number(a.key === undefined) - Number(b.key === undefined) || compare(a.id, b.id);
    }
    return sign * compare(a.key, b.key) || compare(a.id, b.id);
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
  const value = comparable(entity[orderBy.attribute]);
  return { id, key: orderBy.ranks === undefined ? value : rank(orderBy.ranks, value) };
}

function rank(ranks: readonly string[], value: number | string | undefined): number | undefined {
  const index = ranks.findIndex((ranked) => ranked === value);
  return index < 0 ? undefined : index;
}

/** Points in time are compared in time, whatever their notation. */
function comparable(value: unknown): number | string | undefined {
  if (typeof value === 'number' || typeof value === 'string') {
    return value;
  }
  if (typeof value === 'boolean') {
    return Number(value);
  }
  if (isObject(value)) {
    const time = Date.parse(String(value['@value']));
    return Number.isNaN(time) ? undefined : time;
  }
  return undefined;
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
function compare(a: number | string, b: number | string): number {
  if (typeof a === typeof b) {
    return a < b ? -1 : Number(a > b);
  }
  return typeof a === 'number' ? -1 : 1;
}
