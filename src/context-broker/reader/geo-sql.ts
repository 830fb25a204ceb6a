import type { Position } from 'geojson';
import type { SqlValue } from '../../common/sqlite/database';
import { boxesAround, EARTH_RADIUS, longestEdge, narrowedAround } from '../geo/distance';
import type { GeoQuery } from '../geo/geo-query';
import { type BoundingBox, boundingBox, positions } from '../model/geometry';
import { type Narrow, PLACE_COLUMNS } from '../projection/place';
import { attributePath, entityFragment, fragment, type Fragment, joined } from './fragment';

/** The attribute that the R*Tree holds. */
const INDEXED = 'location';

/** Where the location of a candidate is found. */
interface Located {
  longitude: string;
  latitude: string;
  /** The whole attribute, of an entity that is not joined. */
  location: string;
  /** Whether all candidates are points. */
  pointsOnly: boolean;
}

const locatedBy = (longitude: string, latitude: string, entity: string, pointsOnly: boolean): Located => ({
  longitude,
  latitude,
  location: `(SELECT body -> '$."location"' FROM entity WHERE pk = ${entity})`,
  pointsOnly,
});

/** In the R*Tree (alias `l`). */
export const IN_TREE = locatedBy('l.longitude', 'l.latitude', 'l.entity', false);

/** In a projection (alias `p`) of which all locations are points. */
export const IN_PROJECTION = locatedBy(`p.${PLACE_COLUMNS[1]}`, `p.${PLACE_COLUMNS[2]}`, 'p.entity', true);

/** The boxes (of the R*Tree, alias `l`) outside of which nothing meets the query; undefined when it needs a scan. */
export function candidateBoxes(query: GeoQuery): BoundingBox[] | undefined {
  if (query.geoproperty !== INDEXED || query.relation === 'disjoint') return undefined;
  if (query.relation !== 'near') return [boundingBox(query.geometry)];
  if (!('maxDistance' in query.bound)) return undefined;
  // An edge is the shortest way over the earth, which may leave the box of its ends.
  return boxesAround(query.geometry, query.bound.maxDistance + longestEdge(query.geometry) / 2);
}

/** Narrows slices of those boxes where nothing meets the query beyond. */
export function narrowing(query: GeoQuery): Narrow {
  if (query.relation !== 'near' || query.geometry.type !== 'Point' || !('maxDistance' in query.bound)) {
    return (box) => box;
  }
  const { maxDistance } = query.bound;
  return (box) => narrowedAround(centre(query), maxDistance, box);
}

/** The rows of the R*Tree that touch one of the boxes. */
export function locationsIn(boxes: readonly BoundingBox[]): Fragment {
  const columns = 'entity, longitude, latitude';
  const one = `SELECT ${columns} FROM location WHERE west <= ? AND east >= ? AND south <= ? AND north >= ?`;
  return fragment(
    `(${boxes.map(() => one).join(' UNION ')}) l`,
    ...boxes.flatMap(({ west, south, east, north }) => [east, west, north, south]),
  );
}

/** The bands of a projection's place index (as `l`) that cover the boxes, and the condition to join them. */
export function bandsIn(bands: readonly (readonly number[])[]): { lead: Fragment; join: string } {
  const columns = ['band', 'west', 'east'].map((name, at) => `value ->> ${at} AS ${name}`);
  const [band, longitude] = PLACE_COLUMNS;
  return {
    lead: fragment(`(SELECT ${columns.join(', ')} FROM json_each(?)) l`, JSON.stringify(bands)),
    join: `p.${band} = l.band AND p.${longitude} BETWEEN l.west AND l.east`,
  };
}

/** The bands reach beyond the boxes, to the north and the south; this takes away most of that. */
export const betweenLatitudes = (boxes: readonly BoundingBox[]): Fragment =>
  fragment(
    `p.${PLACE_COLUMNS[2]} BETWEEN ? AND ?`,
    Math.min(...boxes.map(({ south }) => south)),
    Math.max(...boxes.map(({ north }) => north)),
  );

/** The exact test for a candidate. */
export function exactTest(query: GeoQuery, located: Located): Fragment {
  const general = fragment(`meets_geo_query(?, ${located.location})`, JSON.stringify(query));
  const point = pointTest(query, located);
  if (point === undefined) return general;
  return located.pointsOnly ? point : unlessPoint(located, general, point);
}

/** The test for what no index helps with. */
export const scanTest = (query: GeoQuery): Fragment =>
  entityFragment('meets_geo_query(?, e.body -> ?)', JSON.stringify(query), attributePath(query.geoproperty));

/** Metres from the query's geometry to a candidate. */
export function distanceSql(query: GeoQuery, located: Located): Fragment {
  const general = fragment(`distance_between(?, ${located.location})`, JSON.stringify(query.geometry));
  if (query.geometry.type !== 'Point') return general;
  const point = haversine(centre(query), located);
  return located.pointsOnly ? point : unlessPoint(located, general, point);
}

const unlessPoint = ({ longitude }: Located, general: Fragment, point: Fragment): Fragment =>
  fragment(
    `CASE WHEN ${longitude} IS NULL THEN ${general.sql} ELSE ${point.sql} END`,
    ...general.values,
    ...point.values,
  );

/** Metres from a geometry to the attribute of a joined entity. */
export const scannedDistanceSql = ({
  geometry,
  geoproperty,
}: Pick<GeoQuery, 'geometry' | 'geoproperty'>): Fragment =>
  entityFragment('distance_between(?, e.body -> ?)', JSON.stringify(geometry), attributePath(geoproperty));

const centre = (query: GeoQuery): Position => positions(query.geometry)[0] ?? [];

/** A test of points alone that needs no function of ours; undefined when there is none. */
function pointTest(query: GeoQuery, located: Located): Fragment | undefined {
  const { longitude, latitude } = located;
  if (query.relation === 'near') {
    if (!('maxDistance' in query.bound) || query.geometry.type !== 'Point') return undefined;
    const { maxDistance } = query.bound;
    const distance = haversine(centre(query), located);
    const exactly = fragment(`${distance.sql} <= ?`, ...distance.values, maxDistance);
    return joined('OR', [surelyWithin(centre(query), maxDistance, located), exactly]);
  }
  const box = asBox(query);
  if (box === undefined) return undefined;
  const edges: SqlValue[] = [box.west, box.east, box.south, box.north];
  if (query.relation === 'intersects') {
    return fragment(`(${longitude} BETWEEN ? AND ? AND ${latitude} BETWEEN ? AND ?)`, ...edges);
  }
  // A point on the edge of a polygon is not within it.
  return query.relation === 'within'
    ? fragment(`(${longitude} > ? AND ${longitude} < ? AND ${latitude} > ? AND ${latitude} < ?)`, ...edges)
    : undefined;
}

/** The box that a polygon is, if it is one. */
function asBox({ geometry }: GeoQuery): BoundingBox | undefined {
  if (geometry.type !== 'Polygon' || geometry.coordinates.length !== 1) return undefined;
  const corners = geometry.coordinates[0] ?? [];
  const box = boundingBox(geometry);
  const onEdges = corners.every(
    ([x, y]) => (x === box.west || x === box.east) && (y === box.south || y === box.north),
  );
  const turns = corners.every((corner, at) => {
    const next = corners[at + 1];
    return next === undefined || (corner[0] === next[0]) !== (corner[1] === next[1]);
  });
  return corners.length === 5 && onEdges && turns && box.west < box.east && box.south < box.north
    ? box
    : undefined;
}

/**
 * Whether a point is so near that this can be told without trigonometry, as it can of nearly all that are. No chord is
 * longer than its arc, so the square of the chord (in radii) is at most that of the differences of latitude and of
 * longitude, the latter scaled to the widest parallel within the distance.
 */
function surelyWithin([longitude = NaN, latitude = NaN]: Position, metres: number, at: Located): Fragment {
  const angle = metres / EARTH_RADIUS;
  const nearestToEquator = Math.max(0, radians(Math.abs(latitude)) - angle);
  const widest = Math.cos(radians(latitude)) * Math.cos(nearestToEquator);
  const chord = 2 * Math.sin(Math.min(angle, Math.PI) / 2);
  const square = (coordinate: string) => `(${coordinate} - ?) * (${coordinate} - ?)`;
  return fragment(
    `(${square(at.latitude)} + ${square(at.longitude)} * ? < ?)`,
    latitude,
    latitude,
    longitude,
    longitude,
    widest,
    (chord * 180) ** 2 / Math.PI ** 2,
  );
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

const haversine = (
  [toLongitude = NaN, toLatitude = NaN]: Position,
  { longitude, latitude }: Located,
): Fragment =>
  fragment(
    `(2 * ${EARTH_RADIUS} * asin(sqrt(min(1,
       pow(sin(radians(${latitude} - ?) / 2), 2) +
       cos(radians(${latitude})) * ? * pow(sin(radians(${longitude} - ?) / 2), 2)))))`,
    toLatitude,
    Math.cos((toLatitude * Math.PI) / 180),
    toLongitude,
  );
