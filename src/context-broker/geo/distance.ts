import { distance } from '@turf/distance';
import { pointToLineDistance } from '@turf/point-to-line-distance';
import { pointToPolygonDistance } from '@turf/point-to-polygon-distance';
import type { Position } from 'geojson';
import { type BoundingBox, boundingBox, positions, type SimpleGeometry } from '../model/geometry';
import { booleanIntersects } from '@turf/boolean-intersects';

/** Mean radius of the earth in metres, on which all distances are measured. */
export const EARTH_RADIUS = 6_371_008.8;

const DEGREE = (Math.PI / 180) * EARTH_RADIUS;

const METRES = { units: 'meters' } as const;

/** Metres from a position to the nearest part of a geometry; 0 inside of a polygon. */
export function distanceTo(from: Position, geometry: SimpleGeometry): number {
  switch (geometry.type) {
    case 'Point':
      return distance(from, geometry.coordinates, METRES);
    case 'MultiPoint':
      return least(geometry.coordinates, (coordinates) => distance(from, coordinates, METRES));
    case 'LineString':
      return pointToLineDistance(from, geometry, METRES);
    case 'MultiLineString':
      return least(geometry.coordinates, (coordinates) =>
        pointToLineDistance(from, { type: 'LineString', coordinates }, METRES),
      );
    case 'Polygon':
    case 'MultiPolygon':
      return Math.max(0, pointToPolygonDistance(from, geometry, METRES));
  }
}

/**
 * Metres between the nearest parts of two geometries; 0 where they meet. Apart from each other, one of the nearest
 * positions is a vertex. `check` is called now and then, and may throw to end it.
 */
export function distanceBetween(
  a: SimpleGeometry,
  b: SimpleGeometry,
  check: () => void = () => undefined,
): number {
  if (a.type === 'Point') return distanceTo(a.coordinates, b);
  if (b.type === 'Point') return distanceTo(b.coordinates, a);
  if (booleanIntersects(a, b)) return 0;
  const fromVertices = (geometry: SimpleGeometry, other: SimpleGeometry) =>
    least(positions(geometry), (position) => {
      check();
      return distanceTo(position, other);
    });
  return Math.min(fromVertices(a, b), fromVertices(b, a));
}

/** Metres between the two neighbouring positions that are farthest apart. */
export const longestEdge = (geometry: SimpleGeometry): number =>
  positions(geometry).reduce(
    (longest, position, at, all) => Math.max(longest, distance(position, all[at - 1] ?? position, METRES)),
    0,
  );

const least = <T>(parts: T[], measure: (part: T) => number): number =>
  parts.reduce((found, part) => Math.min(found, measure(part)), Infinity);

/** Boxes that together hold everything within `metres` of a geometry; two where the antimeridian is near. */
export function boxesAround(geometry: SimpleGeometry, metres: number): BoundingBox[] {
  const inner = boundingBox(geometry);
  const height = metres / DEGREE;
  const south = inner.south - height;
  const north = inner.north + height;
  const nearPole = Math.max(Math.abs(south), Math.abs(north)) >= 90;
  // How far a circle reaches to the east and west (of all its points, not of those at its centre's latitude).
  const farthest = Math.max(Math.abs(inner.south), Math.abs(inner.north));
  const width = nearPole
    ? 180
    : degrees(Math.asin(Math.min(1, Math.sin(metres / EARTH_RADIUS) / Math.cos(radians(farthest)))));
  const west = inner.west - width;
  const east = inner.east + width;
  if (nearPole || east - west >= 360) return [{ west: -180, east: 180, south, north }];
  return [
    { west, east, south, north },
    ...(west < -180 ? [{ west: west + 360, east: 180, south, north }] : []),
    ...(east > 180 ? [{ west: -180, east: east - 360, south, north }] : []),
  ];
}

/** What rounding may take away, in degrees; a tenth of a millimetre. */
const ROUNDING = 1e-9;

/** The part of a box beyond which nothing in it is within `metres` of a position. The box may be a slice of a higher one. */
export function narrowedAround(
  [longitude = NaN, latitude = NaN]: Position,
  metres: number,
  box: BoundingBox,
): BoundingBox {
  const { west, east, south, north } = box;
  // Of all longitudes, which may be on both sides of the position.
  if (east - west >= 360) return box;
  const northward = radians(Math.max(0, south - latitude, latitude - north));
  const narrowest = Math.cos(radians(Math.min(90, Math.max(Math.abs(south), Math.abs(north)))));
  // The haversine formula, solved for the difference of longitude.
  const chord = Math.sin(metres / EARTH_RADIUS / 2) ** 2 - Math.sin(northward / 2) ** 2;
  const square = Math.max(0, chord) / (Math.cos(radians(latitude)) * narrowest);
  if (!(square < 1)) return box;
  const reach = degrees(2 * Math.asin(Math.sqrt(square))) + ROUNDING;
  // Boxes beyond the antimeridian are around the position's other longitude.
  const centre = longitude + 360 * Math.round(((west + east) / 2 - longitude) / 360);
  return { ...box, west: Math.max(west, centre - reach), east: Math.min(east, centre + reach) };
}

const radians = (angle: number): number => (angle * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
