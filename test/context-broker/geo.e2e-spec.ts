import { distance } from '@turf/distance';
import fc from '../support/fast-check';
import type { GeoQuery } from '../../src/context-broker/geo/geo-query';
import type { IndexProfile } from '../../src/context-broker/index-profile';
import type { Entity } from '../../src/context-broker/model/entity';
import { CORE_TERMS } from '../../src/context-broker/context/terms';
import { readFragment } from '../../src/context-broker/model/fragment';
import { normalizeEntity } from '../../src/context-broker/model/normalize-entity';
import { parsed, temporaryBroker } from './temporary-broker';

const WORLD = {
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
};
const CITY = {
  longitude: fc.double({ min: 106.6, max: 106.8, noNaN: true }),
  latitude: fc.double({ min: 10.7, max: 10.9, noNaN: true }),
};

const position = ({ longitude, latitude }: typeof WORLD) => fc.tuple(longitude, latitude);

const pointOf = (entity: Entity): [number, number] => {
  const { value } = entity['location'] as { value: { coordinates: [number, number] } };
  return value.coordinates;
};

const ids = (entities: readonly Entity[]): string[] => entities.map(({ id }) => id);

const PROFILES = ['Place', 'Road', 'Bus'].map((type): IndexProfile => ({
  type,
  values: [],
  times: [],
  facets: [],
  orders: [],
  text: [],
}));

describe.each([
  ['of types without an index profile', []],
  ['of types with one', PROFILES],
])('geo-queries %s', (_which, indexProfiles) => {
  const temporary = temporaryBroker({ indexProfiles });
  let entities: Entity[] = [];
  beforeAll(async () => {
    const positions = [
      ...fc.sample(position(CITY), { numRuns: 300, seed: 3 }),
      ...fc.sample(position(WORLD), { numRuns: 300, seed: 4 }),
      [180, 0],
      [-180, 0],
      [0, 90],
      [0, -90],
      [179.99, 10],
      [-179.99, 10],
    ];
    entities = positions.map((coordinates, at) =>
      normalizeEntity({
        id: `urn:p:${String(at).padStart(4, '0')}`,
        type: 'Place',
        location: { type: 'Point', coordinates },
        site: { type: 'Point', coordinates },
      }),
    );
    await temporary.broker.batch(entities, 'create');
    await temporary.broker.batch(
      [
        {
          id: 'urn:road:1',
          type: 'Road',
          location: {
            type: 'LineString',
            coordinates: [
              [106.7, 10.7],
              [106.7, 10.8],
            ],
          },
        },
        {
          id: 'urn:area:1',
          type: 'Area',
          location: {
            type: 'Polygon',
            coordinates: [
              [
                [1, 1],
                [3, 1],
                [3, 3],
                [1, 3],
                [1, 1],
              ],
            ],
          },
        },
        { id: 'urn:none:1', type: 'Nowhere', name: 'x' },
      ],
      'create',
    );
  });
  afterAll(() => temporary.remove());

  const find = async (geo: GeoQuery, types: string[][] | undefined = [['Place']], nearest = false) => {
    const page = await temporary.broker.query({
      ...(types && { types }),
      geo,
      ...(nearest && { order: { attribute: 'distance', direction: 'asc' } }),
      limit: 1000,
      offset: 0,
      count: true,
    });
    expect(page.total).toBe(page.rows.length);
    return parsed(page.rows);
  };

  it.each([
    ['in a city', CITY, 20_000],
    ['on the whole earth', WORLD, 20_000_000],
  ])('find what is near %s, as Turf measures it', async (_where, area, reach) => {
    await fc.assert(
      fc.asyncProperty(position(area), fc.integer({ min: 1, max: reach }), async (centre, maxDistance) => {
        const metres = (entity: Entity) => distance(centre, pointOf(entity), { units: 'meters' });
        // Within a millimetre of the bound, rounding decides.
        fc.pre(entities.every((entity) => Math.abs(metres(entity) - maxDistance) > 1e-3));
        const expected = entities.filter((entity) => metres(entity) <= maxDistance);
        const geometry = { type: 'Point' as const, coordinates: centre };
        const query: GeoQuery = {
          relation: 'near',
          bound: { maxDistance },
          geometry,
          geoproperty: 'location',
        };
        expect(ids(await find(query))).toEqual(ids(expected));
        expect(ids(await find({ ...query, geoproperty: 'site' }))).toEqual(ids(expected));
        const sorted = await find(query, undefined, true);
        const distances = sorted.filter(({ type }) => type === 'Place').map(metres);
        const backwards = distances.filter((metresTo, at) => metresTo < (distances[at - 1] ?? 0) - 1e-3);
        expect(backwards).toEqual([]);
        const outside = await find({ ...query, bound: { minDistance: maxDistance } });
        expect(ids(outside)).toEqual(ids(entities.filter((entity) => metres(entity) >= maxDistance)));
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  it('find what is in a box, whatever its first corner', async () => {
    await fc.assert(
      fc.asyncProperty(position(CITY), position(CITY), fc.nat(3), async ([x1, y1], [x2, y2], first) => {
        const [west, east] = [Math.min(x1, x2), Math.max(x1, x2)];
        const [south, north] = [Math.min(y1, y2), Math.max(y1, y2)];
        fc.pre(west < east && south < north);
        const corners = [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
        ];
        const ring = [...corners.slice(first), ...corners.slice(0, first)];
        const geometry = { type: 'Polygon' as const, coordinates: [[...ring, ring[0] ?? []]] };
        const points = entities.map((entity) => ({ id: entity.id, at: pointOf(entity) }));
        const touched = points.filter(({ at: [x, y] }) => x >= west && x <= east && y >= south && y <= north);
        // A point on the edge intersects the box, but is not within it.
        const inside = points.filter(({ at: [x, y] }) => x > west && x < east && y > south && y < north);
        for (const geoproperty of ['location', 'site']) {
          expect(ids(await find({ relation: 'intersects', geometry, geoproperty }))).toEqual(
            touched.map(({ id }) => id),
          );
          expect(ids(await find({ relation: 'within', geometry, geoproperty }))).toEqual(
            inside.map(({ id }) => id),
          );
          const others = await find({ relation: 'disjoint', geometry, geoproperty });
          expect(others).toHaveLength(entities.length - touched.length);
        }
      }),
      { numRuns: 40, seed: 6 },
    );
  });

  it('look at lines and polygons exactly, not at their boxes', async () => {
    const near = (coordinates: [number, number], maxDistance: number): GeoQuery => ({
      relation: 'near',
      bound: { maxDistance },
      geometry: { type: 'Point', coordinates },
      geoproperty: 'location',
    });
    const found = async (query: GeoQuery, type: string) => ids(await find(query, [[type]]));
    expect(await found(near([106.701, 10.75], 120), 'Road')).toEqual(['urn:road:1']);
    expect(await found(near([106.701, 10.75], 100), 'Road')).toEqual([]);
    expect(await found(near([2, 2], 1), 'Area')).toEqual(['urn:area:1']);
    const triangle: GeoQuery = {
      relation: 'intersects',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [3.5, 0],
            [4, 4],
            [3, 3.5],
            [3.5, 0],
          ],
        ],
      },
      geoproperty: 'location',
    };
    expect(await found(triangle, 'Area')).toEqual([]);
    const hole: GeoQuery = {
      relation: 'contains',
      geometry: { type: 'Point', coordinates: [2, 2] },
      geoproperty: 'location',
    };
    expect(await found(hole, 'Area')).toEqual(['urn:area:1']);
  });

  it('follow an entity that moves and forget one that is gone', async () => {
    const at = (coordinates: [number, number]): GeoQuery => ({
      relation: 'near',
      bound: { maxDistance: 10 },
      geometry: { type: 'Point', coordinates },
      geoproperty: 'location',
    });
    const moving = { id: 'urn:bus:1', type: 'Bus', location: { type: 'Point', coordinates: [50, 50] } };
    await temporary.broker.create(normalizeEntity(moving));
    expect(await find(at([50, 50]), [['Bus']])).toHaveLength(1);
    const moved = { location: { type: 'Point', coordinates: [51, 51] } };
    await temporary.broker.append(moving.id, readFragment(moved, CORE_TERMS));
    expect(await find(at([50, 50]), [['Bus']])).toHaveLength(0);
    expect(await find(at([51, 51]), [['Bus']])).toHaveLength(1);
    await temporary.broker.delete(moving.id);
    expect(await find(at([51, 51]), undefined)).toHaveLength(0);
  });
});
