import type { SqlValue } from '../../common/sqlite/database';
import type { Entity } from '../model/entity';
import { asGeometry, type BoundingBox } from '../model/geometry';
import { instancesOf } from '../model/normalize-entity';
import { UNDECIDED } from './projected-value';

/** Height of a band in degrees of latitude, about 110 m: low, so that bands follow the shape of a circle. */
export const BAND_DEGREES = 0.001;

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

/** Makes a box of that part of it which lies between two latitudes. */
export type Narrow = (box: BoundingBox) => BoundingBox;

/** The bands of boxes with their bounds in longitude; undefined when they are too many. */
export function bandsOf(boxes: readonly BoundingBox[], narrow: Narrow): Band[] | undefined {
  const bands: Band[] = [];
  for (const box of boxes) {
    const [first, last] = [bandOf(box.south), bandOf(box.north)];
    if (last - first + bands.length >= MAX_BANDS) return undefined;
    for (let band = first; band <= last; band += 1) {
      const [south, north] = [band * BAND_DEGREES, (band + 1) * BAND_DEGREES];
      const { west, east } = narrow({ ...box, south, north });
      bands.push([band, west, east]);
    }
  }
  return bands;
}
