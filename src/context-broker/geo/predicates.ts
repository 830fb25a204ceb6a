import { booleanEqual } from '@turf/boolean-equal';
import { booleanIntersects } from '@turf/boolean-intersects';
import { booleanOverlap } from '@turf/boolean-overlap';
import { booleanWithin } from '@turf/boolean-within';
import type { SimpleGeometry } from '../model/geometry';
import { positions } from '../model/geometry';
import { distanceBetween } from './distance';
import type { GeoPredicate, GeoQuery } from './geo-query';

type Relation = (target: SimpleGeometry, reference: SimpleGeometry) => boolean;

/** Every part of the target lies in some part of the reference, as not every pair of multi-geometries is in Turf. */
const within: Relation = (target, reference) =>
  partsOf(target).every((part) => partsOf(reference).some((whole) => partWithin(part, whole)));

/** Turf knows only pairs in which the whole has at least as many dimensions as the part, and no two points. */
function partWithin(part: SimpleGeometry, whole: SimpleGeometry): boolean {
  if (part.type === 'Point' && whole.type === 'Point') return booleanEqual(part, whole);
  return dimensionOf(part) <= dimensionOf(whole) && booleanWithin(part, whole);
}

const intersects: Relation = (target, reference) => booleanIntersects(target, reference);

const samePositions: Relation = (target, reference) =>
  JSON.stringify(target.coordinates) === JSON.stringify(reference.coordinates);

/** Turf refuses polygons without an area: they equal only what is written like them. */
function turfEqual(target: SimpleGeometry, reference: SimpleGeometry): boolean {
  try {
    return booleanEqual(target, reference);
  } catch {
    return false;
  }
}

const RELATIONS: Record<GeoPredicate, Relation> = {
  within,
  contains: (target, reference) => within(reference, target),
  intersects,
  disjoint: (target, reference) => !intersects(target, reference),
  equals: (target, reference) =>
    target.type === reference.type &&
    positions(target).length === positions(reference).length &&
    (samePositions(target, reference) || turfEqual(target, reference)),
  overlaps: (target, reference) =>
    target.type === reference.type && target.type !== 'Point' && booleanOverlap(target, reference),
};

/** Whether a geometry is meant by a geo-query; `check` is called now and then, and may throw to end it. */
export function meets(target: SimpleGeometry, query: GeoQuery, check?: () => void): boolean {
  if (query.relation !== 'near') return RELATIONS[query.relation](target, query.geometry);
  const metres = distanceBetween(query.geometry, target, check);
  return 'maxDistance' in query.bound ? metres <= query.bound.maxDistance : metres >= query.bound.minDistance;
}

const dimensionOf = ({ type }: SimpleGeometry): number => ['Point', 'LineString', 'Polygon'].indexOf(type);

/** The simple geometries that a geometry consists of. */
function partsOf(geometry: SimpleGeometry): SimpleGeometry[] {
  switch (geometry.type) {
    case 'MultiPoint':
      return geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates }));
    case 'MultiLineString':
      return geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }));
    case 'MultiPolygon':
      return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
    default:
      return [geometry];
  }
}
