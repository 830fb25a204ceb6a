import type { JsonObject, JsonValue } from '../../ngsi-ld/entity';
import { isObject, RowError } from '../row';

/** Geometries that an NGSI-LD GeoProperty can hold (ETSI GS CIM 009, clause 4.7). */
const GEOMETRY_TYPES: ReadonlySet<JsonValue | undefined> = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
]);

/** Names under which exports keep latitude and longitude. */
const COORDINATE_NAMES = [
  ['lat', 'lng'],
  ['lat', 'long'],
  ['lat', 'lon'],
  ['latitude', 'longitude'],
] as const;

export const isGeometry = (value: unknown): value is JsonObject =>
  isObject(value) && GEOMETRY_TYPES.has(value['type']) && Array.isArray(value['coordinates']);

/** The GeoJSON Point of a row: its `location`, or its latitude and longitude in degrees (WGS 84). */
export function pointOf(row: JsonObject): JsonObject | undefined {
  if (isObject(row['location'])) {
    return row['location'];
  }
  const names = COORDINATE_NAMES.find((pair) => pair.every((name) => (row[name] ?? '') !== ''));
  if (names === undefined) {
    return undefined;
  }
  const [latitude, longitude] = names;
  return { type: 'Point', coordinates: [numberOf(row, longitude), numberOf(row, latitude)] };
}

/**
 * Checks every position of a geometry.
 *
 * @throws RowError when one is none, or out of range.
 */
export function checkPositions(coordinates: JsonValue): void {
  if (!Array.isArray(coordinates) || coordinates.length === 0) {
    throw new RowError('coordinates: must be numbers');
  }
  if (coordinates.every((element) => Array.isArray(element))) {
    coordinates.forEach(checkPositions);
    return;
  }
  const [longitude, latitude] = coordinates;
  checkRange('longitude', longitude, 180);
  checkRange('latitude', latitude, 90);
}

function checkRange(name: string, degrees: JsonValue | undefined, limit: number): void {
  if (typeof degrees !== 'number' || !Number.isFinite(degrees)) {
    throw new RowError(`${name}: must be a number`);
  }
  if (Math.abs(degrees) > limit) {
    throw new RowError(`${name}: must be between -${limit} and ${limit}`);
  }
}

function numberOf(row: JsonObject, name: string): number {
  const value = row[name];
  const isNumeral = typeof value === 'string' && /^\s*[-+]?\d+(\.\d+)?(e[-+]?\d+)?\s*$/i.test(value);
  if (typeof value !== 'number' && !isNumeral) {
    throw new RowError(`${name}: must be a number`);
  }
  return Number(value);
}
