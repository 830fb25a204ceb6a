import type { Position } from 'geojson';
import type { SqlValue } from '../../common/sqlite/database';
import { boxesAround, EARTH_RADIUS } from '../geo/distance';
import type { GeoQuery } from '../geo/geo-query';
import { type BoundingBox, boundingBox, positions } from '../model/geometry';
import { attributePath, entityFragment, fragment, type Fragment } from './fragment';

/** The attribute that the R*Tree holds. */
const INDEXED = 'location';

/** Reads the attribute of an entity that is not joined, for what is no point. */
const LOCATION = `(SELECT body -> '$."location"' FROM entity WHERE pk = l.entity)`;

/** The boxes (of the R*Tree, alias `l`) outside of which nothing meets the query; undefined when it needs a scan. */
export function candidateBoxes(query: GeoQuery): BoundingBox[] | undefined {
  if (query.geoproperty !== INDEXED || query.relation === 'disjoint') return undefined;
  if (query.relation !== 'near') return [boundingBox(query.geometry)];
  if (!('maxDistance' in query.bound)) return undefined;
  return boxesAround(centre(query), query.bound.maxDistance);
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

/** The exact test for a candidate of the R*Tree. */
export function exactTest(query: GeoQuery): Fragment {
  const general = fragment(`meets_geo_query(?, ${LOCATION})`, JSON.stringify(query));
  const point = pointTest(query);
  return point === undefined
    ? general
    : fragment(
        `CASE WHEN l.longitude IS NULL THEN ${general.sql} ELSE ${point.sql} END`,
        ...general.values,
        ...point.values,
      );
}

/** The test for what no index helps with. */
export const scanTest = (query: GeoQuery): Fragment =>
  entityFragment('meets_geo_query(?, e.body -> ?)', JSON.stringify(query), attributePath(query.geoproperty));

/** Metres from the query's point to a candidate of the R*Tree. */
export function distanceSql(query: GeoQuery): Fragment {
  const from = centre(query);
  const haversine = haversineTo(from);
  return fragment(
    `CASE WHEN l.longitude IS NULL THEN distance_to(?, ${LOCATION}) ELSE ${haversine.sql} END`,
    JSON.stringify(from),
    ...haversine.values,
  );
}

/** Metres from the query's point to the attribute of a joined entity. */
export const scannedDistanceSql = (query: GeoQuery): Fragment =>
  entityFragment(
    'distance_to(?, e.body -> ?)',
    JSON.stringify(centre(query)),
    attributePath(query.geoproperty),
  );

export const centre = (query: GeoQuery): Position => positions(query.geometry)[0] ?? [];

/** A test of points alone that needs no function of ours; undefined when there is none. */
function pointTest(query: GeoQuery): Fragment | undefined {
  if (query.relation === 'near') {
    if (!('maxDistance' in query.bound)) return undefined;
    const distance = haversineTo(centre(query));
    return fragment(`${distance.sql} <= ?`, ...distance.values, query.bound.maxDistance);
  }
  const box = asBox(query);
  if (box === undefined) return undefined;
  const edges: SqlValue[] = [box.west, box.east, box.south, box.north];
  if (query.relation === 'intersects') {
    return fragment('(l.longitude BETWEEN ? AND ? AND l.latitude BETWEEN ? AND ?)', ...edges);
  }
  // A point on the edge of a polygon is not within it.
  return query.relation === 'within'
    ? fragment('(l.longitude > ? AND l.longitude < ? AND l.latitude > ? AND l.latitude < ?)', ...edges)
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

const haversineTo = ([longitude = NaN, latitude = NaN]: Position): Fragment =>
  fragment(
    `(2 * ${EARTH_RADIUS} * asin(sqrt(min(1,
       pow(sin(radians(l.latitude - ?) / 2), 2) +
       cos(radians(l.latitude)) * cos(radians(?)) * pow(sin(radians(l.longitude - ?) / 2), 2)))))`,
    latitude,
    latitude,
    longitude,
  );
