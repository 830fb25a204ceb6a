import type { Position } from 'geojson';
import type { SimpleGeometry } from '../model/geometry';
import type { GeoPredicate } from './geo-query';
import { meets } from './predicates';

const point = (...coordinates: Position): SimpleGeometry => ({ type: 'Point', coordinates });
const points = (...coordinates: Position[]): SimpleGeometry => ({ type: 'MultiPoint', coordinates });
const line = (...coordinates: Position[]): SimpleGeometry => ({ type: 'LineString', coordinates });
const box = (west: number, south: number, east: number, north: number): Position[][] => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];
const square = (...edges: Parameters<typeof box>): SimpleGeometry => ({
  type: 'Polygon',
  coordinates: box(...edges),
});
const squares: SimpleGeometry = { type: 'MultiPolygon', coordinates: [box(0, 0, 2, 2), box(4, 4, 6, 6)] };

/** Polygons without an area. */
const [sliver, otherSliver] = [2, 3].map((end): SimpleGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 1],
      [end, end],
      [0, 0],
    ],
  ],
})) as [SimpleGeometry, SimpleGeometry];

describe('meets', () => {
  it.each<[GeoPredicate, SimpleGeometry, SimpleGeometry, boolean]>([
    ['equals', sliver, sliver, true],
    ['equals', sliver, otherSliver, false],
    ['equals', sliver, square(0, 0, 2, 2), false],
    ['within', point(1, 1), square(0, 0, 2, 2), true],
    ['within', point(3, 1), square(0, 0, 2, 2), false],
    ['within', point(5, 5), squares, true],
    ['within', point(3, 3), squares, false],
    ['within', points([1, 1], [5, 5]), squares, true],
    ['within', points([1, 1], [3, 3]), squares, false],
    ['within', line([0.5, 0.5], [1.5, 1.5]), square(0, 0, 2, 2), true],
    ['within', line([1, 1], [3, 3]), square(0, 0, 2, 2), false],
    ['within', point(1, 1), point(1, 1), true],
    ['contains', square(0, 0, 2, 2), point(1, 1), true],
    ['contains', point(1, 1), square(0, 0, 2, 2), false],
    ['contains', line([0, 0], [1, 1]), square(0, 0, 2, 2), false],
    ['within', square(0, 0, 2, 2), points([0, 0], [1, 1]), false],
    ['intersects', line([-1, 1], [3, 1]), square(0, 0, 2, 2), true],
    ['intersects', line([-1, 3], [3, 3]), square(0, 0, 2, 2), false],
    ['intersects', point(5, 5), squares, true],
    ['intersects', square(1, 1, 3, 3), squares, true],
    ['intersects', points([9, 9], [1, 1]), square(0, 0, 2, 2), true],
    ['disjoint', point(3, 3), squares, true],
    ['disjoint', point(1, 1), squares, false],
    ['equals', point(1, 2), point(1, 2), true],
    ['equals', point(1, 2), point(2, 1), false],
    ['equals', square(0, 0, 1, 1), square(0, 0, 1, 1), true],
    ['equals', point(1, 2), square(0, 0, 1, 1), false],
    ['overlaps', square(0, 0, 2, 2), square(1, 1, 3, 3), true],
    ['overlaps', square(0, 0, 2, 2), square(5, 5, 6, 6), false],
    ['overlaps', point(1, 1), point(1, 1), false],
    ['overlaps', line([0, 0], [1, 1]), square(0, 0, 2, 2), false],
  ])('says whether it is %s', (relation, target, geometry, expected) => {
    expect(meets(target, { relation, geometry, geoproperty: 'location' })).toBe(expected);
  });

  // One degree of latitude is 111,195 m on the sphere of RFC 7946 tools.
  it.each<[string, SimpleGeometry, number]>([
    ['a point', point(0, 1), 111_195],
    ['the nearest of several points', points([0, 2], [0, 1]), 111_195],
    ['a line', line([-1, 1], [1, 1]), 111_195],
    [
      'the nearest of several lines',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [-1, 1],
            [1, 1],
          ],
          [
            [-1, 5],
            [1, 5],
          ],
        ],
      },
      111_195,
    ],
    ['the edge of a polygon', square(-1, 1, 1, 2), 111_195],
    ['the inside of a polygon', square(-1, -1, 1, 1), 0],
    [
      'the inside of one of several polygons',
      { type: 'MultiPolygon', coordinates: [box(5, 5, 6, 6), box(-1, -1, 1, 1)] },
      0,
    ],
  ])('measures to %s', (_what, target, metres) => {
    const near = (bound: { maxDistance: number } | { minDistance: number }) =>
      meets(target, {
        relation: 'near',
        bound,
        geometry: { type: 'Point', coordinates: [0, 0] },
        geoproperty: 'location',
      });
    expect(near({ maxDistance: metres + 30 })).toBe(true);
    expect(near({ maxDistance: metres - 30 })).toBe(false);
    expect(near({ minDistance: metres - 30 })).toBe(true);
    expect(near({ minDistance: metres + 30 })).toBe(false);
  });
});
