import { distance } from '@turf/distance';
import fc from '../../../test/support/fast-check';
import { bandsOf, placeOf } from '../projection/place';
import { candidateBoxes, narrowing } from './geo-sql';

const coordinate = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const position = fc.tuple(coordinate(180), coordinate(90));

/** Positions close to each other, too, also across the antimeridian. */
const pair = fc.oneof(
  fc.tuple(position, position),
  fc.tuple(position, coordinate(0.5), coordinate(0.5)).map(([[x, y], dx, dy]) => {
    const [longitude, latitude] = [x + dx, Math.max(-90, Math.min(90, y + dy))];
    return [
      [x, y],
      [longitude - 360 * Math.round(longitude / 360), latitude],
    ] as const;
  }),
);

describe('the bands of a query for what is near', () => {
  it('hold all that is within the distance', () => {
    let tested = 0;
    const property = fc.property(pair, fc.integer({ min: 1, max: 300_000 }), ([centre, other], more) => {
      const metres = distance([...centre], [...other], { units: 'meters' });
      const maxDistance = metres + more / 1000;
      const query = {
        relation: 'near' as const,
        bound: { maxDistance },
        geometry: { type: 'Point' as const, coordinates: [...centre] },
        geoproperty: 'location',
      };
      const bands = bandsOf(candidateBoxes(query) ?? [], narrowing(query));
      fc.pre(bands !== undefined);
      tested += 1;
      const location = { type: 'GeoProperty' as const, value: { type: 'Point', coordinates: [...other] } };
      const [place] = placeOf({ id: 'urn:x:1', type: 'X', location });
      const holding = bands.filter(
        ([band, west, east]) => band === place && west <= other[0] && other[0] <= east,
      );
      expect(holding).not.toEqual([]);
    });
    fc.assert(property, { numRuns: 1000, maxSkipsPerRun: 5000 });
    expect(tested).toBeGreaterThan(300);
  });

  it('reach no farther than the distance does', () => {
    const query = {
      relation: 'near' as const,
      bound: { maxDistance: 500 },
      geometry: { type: 'Point' as const, coordinates: [106.7, 10.77] },
      geoproperty: 'location',
    };
    const bands = bandsOf(candidateBoxes(query) ?? [], narrowing(query)) ?? [];
    const squareMetres = bands.reduce((sum, [, west, east]) => sum + (east - west) * 109_237 * 111.195, 0);
    expect(squareMetres / (Math.PI * 500 ** 2)).toBeLessThan(1.2);
  });
});
