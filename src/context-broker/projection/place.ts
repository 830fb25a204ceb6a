import type { SqlValue } from '../../common/sqlite/database';
import type { Entity } from '../model/entity';
import { asGeometry, type BoundingBox } from '../model/geometry';
import { instancesOf } from '../model/normalize-entity';
import { UNDECIDED } from './projected-value';

/** Height of a band in degrees of latitude, about 550 m. */
const BAND_DEGREES = 0.005;

/** Bands that a query looks through at most; it is quicker to use the R*Tree for more. */
const MAX_BANDS = 4000;

/** The columns in which a projection holds the point `location` of an entity. */
export const PLACE_COLUMNS = ['"place band"', '"place longitude"', '"place latitude"'] as const;

/**
 * What those columns hold. An index by band, then longitude, keeps neighbours side by side, so that what is near is
 * read in a few strokes. The band of a location that is no single point is {@link UNDECIDED}.
 */
export function placeOf(entity: Entity): SqlValue[] {
  const [location, ...more] = instancesOf(entity, 'location');
  if (location === undefined) return [null, null, null];
  const geometry = asGeometry(location.value);
  if (geometry?.type !== 'Point' || more.length > 0) return [UNDECIDED, null, null];
  const [longitude = 0, latitude = 0] = geometry.coordinates;
  return [bandOf(latitude), longitude, latitude];
}

const bandOf = (latitude: number): number => Math.floor(latitude / BAND_DEGREES);

type Band = [band: number, west: number, east: number];

/** The bands of boxes with their bounds in longitude; undefined when they are too many. */
export function bandsOf(boxes: readonly BoundingBox[]): Band[] | undefined {
  const bands: Band[] = [];
  for (const { west, east, south, north } of boxes) {
    if (bandOf(north) - bandOf(south) + bands.length >= MAX_BANDS) return undefined;
    for (let band = bandOf(south); band <= bandOf(north); band += 1) bands.push([band, west, east]);
  }
  return bands;
}
