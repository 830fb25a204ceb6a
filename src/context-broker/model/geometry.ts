import type { Geometry, Position } from 'geojson';
import type { JsonValue } from './entity';

export type SimpleGeometry = Exclude<Geometry, { type: 'GeometryCollection' }>;

export const GEOMETRY_TYPES = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
] as const satisfies SimpleGeometry['type'][];

type GeometryType = (typeof GEOMETRY_TYPES)[number];

const isGeometryType = (type: unknown): type is GeometryType =>
  GEOMETRY_TYPES.some((known) => known === type);

/** Says what is wrong with coordinates, or undefined. */
type Check = (coordinates: unknown) => string | undefined;

const position: Check = (value) =>
  Array.isArray(value) &&
  (value.length === 2 || value.length === 3) &&
  value.every((number) => typeof number === 'number' && Number.isFinite(number))
    ? undefined
    : 'a position must be two or three finite numbers';

const listOf =
  (check: Check, least: number): Check =>
  (value) => {
    if (!Array.isArray(value)) return 'coordinates must be nested in arrays as their type asks for';
    if (value.length < least) return `at least ${least} positions or parts are needed, not ${value.length}`;
    for (const part of value) {
      const problem = check(part);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

const samePosition = (a: Position | undefined, b: Position | undefined): boolean =>
  a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];

const ring: Check = (value) =>
  listOf(position, 4)(value) ??
  (samePosition((value as Position[])[0], (value as Position[]).at(-1))
    ? undefined
    : 'the first and the last position of a ring must be the same');

const line = listOf(position, 2);
const polygon = listOf(ring, 1);

const CHECKS: Record<GeometryType, Check> = {
  Point: position,
  MultiPoint: listOf(position, 1),
  LineString: line,
  MultiLineString: listOf(line, 1),
  Polygon: polygon,
  MultiPolygon: listOf(polygon, 1),
};

/** Whether the value means to be a GeoJSON geometry. */
export function looksLikeGeometry(value: JsonValue): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    isGeometryType(value['type']) &&
    'coordinates' in value
  );
}

/** What is wrong with a GeoJSON geometry (RFC 7946, section 3.1), or undefined; ranges are not looked at. */
export function geometryProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'must be a GeoJSON geometry';
  const { type, coordinates } = value as { type?: unknown; coordinates?: unknown };
  return isGeometryType(type)
    ? CHECKS[type](coordinates)
    : `the geometry's type must be one of ${GEOMETRY_TYPES.join(', ')}`;
}

/** The value as a geometry, or undefined when it is none. */
export const asGeometry = (value: unknown): SimpleGeometry | undefined =>
  geometryProblem(value) === undefined ? (value as SimpleGeometry) : undefined;

/** West, south, east and north in degrees. */
export interface BoundingBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

export function boundingBox(geometry: SimpleGeometry): BoundingBox {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [longitude = NaN, latitude = NaN] of positions(geometry)) {
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
  }
  return box;
}

/** Every position of a geometry. */
export function positions(geometry: SimpleGeometry): Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates;
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat();
    case 'MultiPolygon':
      return geometry.coordinates.flat(2);
  }
}
