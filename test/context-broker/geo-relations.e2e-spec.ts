import { booleanIntersects } from '@turf/boolean-intersects';
import { booleanOverlap } from '@turf/boolean-overlap';
import { booleanWithin } from '@turf/boolean-within';
import fc from '../support/fast-check';
import { distanceBetween } from '../../src/context-broker/geo/distance';
import { GEO_PREDICATES, type GeoPredicate, type GeoQuery } from '../../src/context-broker/geo/geo-query';
import { meets } from '../../src/context-broker/geo/predicates';
import { asGeometry, type SimpleGeometry } from '../../src/context-broker/model/geometry';
import { normalizeEntity } from '../../src/context-broker/model/normalize-entity';
import { parsed, temporaryBroker } from './temporary-broker';

type Position = [number, number];

const position: fc.Arbitrary<Position> = fc.tuple(
  fc.integer({ min: 0, max: 40 }).map((value) => 106 + value / 100),
  fc.integer({ min: 0, max: 40 }).map((value) => 10 + value / 100),
);
const line = fc.uniqueArray(position, { minLength: 2, maxLength: 4, selector: String });
/** A triangle, counter-clockwise, that is no line. */
const ring = fc
  .tuple(position, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
  .map(([[x, y], width, height]): Position[] => [
    [x, y],
    [x + width / 100, y],
    [x, y + height / 100],
    [x, y],
  ]);

const several = <T>(parts: fc.Arbitrary<T>) => fc.array(parts, { minLength: 1, maxLength: 3 });

const geometry = fc.oneof(
  position.map((coordinates) => ({ type: 'Point', coordinates })),
  several(position).map((coordinates) => ({ type: 'MultiPoint', coordinates })),
  line.map((coordinates) => ({ type: 'LineString', coordinates })),
  several(line).map((coordinates) => ({ type: 'MultiLineString', coordinates })),
  ring.map((coordinates) => ({ type: 'Polygon', coordinates: [coordinates] })),
  several(ring).map((rings) => ({ type: 'MultiPolygon', coordinates: rings.map((one) => [one]) })),
) as fc.Arbitrary<SimpleGeometry>;

const query: fc.Arbitrary<GeoQuery> = fc.oneof(
  fc.record({
    geometry,
    geoproperty: fc.constantFrom('location', 'area'),
    relation: fc.constantFrom(...GEO_PREDICATES),
  }),
  fc.record({
    geometry,
    geoproperty: fc.constantFrom('location', 'area'),
    relation: fc.constant('near' as const),
    bound: fc.oneof(
      fc.record({ maxDistance: fc.integer({ min: 1, max: 30_000 }) }),
      fc.record({ minDistance: fc.integer({ min: 1, max: 30_000 }) }),
    ),
  }),
);

const isMulti = ({ type }: SimpleGeometry) => type.startsWith('Multi');

/** What Turf says, of those pairs that it knows; undefined of others. */
function turf(
  relation: GeoPredicate,
  target: SimpleGeometry,
  reference: SimpleGeometry,
): boolean | undefined {
  switch (relation) {
    case 'intersects':
      return booleanIntersects(target, reference);
    case 'disjoint':
      return !booleanIntersects(target, reference);
    case 'within':
      return isMulti(target) || isMulti(reference) || !fits(target, reference)
        ? undefined
        : booleanWithin(target, reference);
    case 'contains':
      return turf('within', reference, target);
    case 'overlaps':
      return target.type === reference.type && target.type !== 'Point'
        ? booleanOverlap(target, reference)
        : undefined;
    case 'equals':
      return undefined;
  }
}

const DIMENSIONS = ['Point', 'LineString', 'Polygon'];
const fits = (part: SimpleGeometry, whole: SimpleGeometry) =>
  DIMENSIONS.indexOf(part.type) <= DIMENSIONS.indexOf(whole.type) && whole.type !== 'Point';

describe('relations of geometries', () => {
  const temporary = temporaryBroker();
  const entities = fc
    .sample(fc.tuple(geometry, geometry), { numRuns: 80, seed: 11 })
    .map(([location, area], at) => normalizeEntity({ id: `urn:x:${at}`, type: 'Place', location, area }));
  beforeAll(async () => {
    expect((await temporary.broker.batch(entities, 'create')).failed).toEqual([]);
  });
  afterAll(() => temporary.remove());

  it('are those of Turf', () => {
    fc.assert(
      fc.property(geometry, geometry, fc.constantFrom(...GEO_PREDICATES), (target, reference, relation) => {
        const expected = turf(relation, target, reference);
        fc.pre(expected !== undefined);
        expect(meets(target, { relation, geometry: reference, geoproperty: 'location' })).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('are symmetric in their distance, which is 0 where they meet', () => {
    fc.assert(
      fc.property(geometry, geometry, (a, b) => {
        const metres = distanceBetween(a, b);
        expect(distanceBetween(b, a)).toBeCloseTo(metres, 3);
        if (booleanIntersects(a, b)) expect(metres).toBeLessThan(0.01);
      }),
      { numRuns: 200 },
    );
  });

  it('select the same entities in the store as in memory', async () => {
    await fc.assert(
      fc.asyncProperty(query, async (geo) => {
        const target = (entity: (typeof entities)[number]) =>
          asGeometry((entity[geo.geoproperty] as { value: unknown }).value) as SimpleGeometry;
        if (geo.relation === 'near') {
          const bound = Object.values(geo.bound)[0] ?? 0;
          // A millimetre may lie between two ways to measure.
          fc.pre(
            entities.every((entity) => Math.abs(distanceBetween(geo.geometry, target(entity)) - bound) > 1),
          );
        }
        const expected = entities.filter((entity) => meets(target(entity), geo)).map(({ id }) => id);
        const page = await temporary.broker.query({
          types: [['Place']],
          geo,
          limit: 1000,
          offset: 0,
          count: true,
        });
        expect(
          parsed(page.rows)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(expected.sort());
        expect(page.total).toBe(expected.length);
      }),
      { numRuns: 40 },
    );
  });
});
