import { distance } from '@turf/distance';
import { pointToLineDistance } from '@turf/point-to-line-distance';
import { pointToPolygonDistance } from '@turf/point-to-polygon-distance';
import type { Position } from 'geojson';
import type { BoundingBox, SimpleGeometry } from '../model/geometry';

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

const least = <T>(parts: T[], measure: (part: T) => number): number => Math.min(...parts.map(measure));

/** Boxes that together hold everything within `metres` of a position; two where the antimeridian is near. */
export function boxesAround([longitude = 0, latitude = 0]: Position, metres: number): BoundingBox[] {
  const height = metres / DEGREE;
  const south = latitude - height;
  const north = latitude + height;
  const nearPole = Math.max(Math.abs(south), Math.abs(north)) >= 90;
  // How far a circle reaches to the east and west (of all its points, not of those at its centre's latitude).
  const width = nearPole
    ? 180
    : degrees(Math.asin(Math.min(1, Math.sin(metres / EARTH_RADIUS) / Math.cos(radians(latitude)))));
  const west = longitude - width;
  const east = longitude + width;
  if (nearPole || width >= 180) return [{ west: -180, east: 180, south, north }];
  return [
    { west, east, south, north },
    ...(west < -180 ? [{ west: west + 360, east: 180, south, north }] : []),
    ...(east > 180 ? [{ west: -180, east: east - 360, south, north }] : []),
  ];
}

const radians = (angle: number): number => (angle * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
