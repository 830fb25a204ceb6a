import { v7 as uuid } from 'uuid';
import { EntityExistsError } from '../../src/ngsi-ld/broker-errors';
import { type Attributes, dateTime, type Entity, geoProperty, property } from '../../src/ngsi-ld/entity';
import type { EntityQuery } from '../../src/ngsi-ld/entity-query';
import { forEachBounded } from '../../src/ngsi-ld/external/bounded';
import type { NgsiLdBrokerService } from '../../src/ngsi-ld/ngsi-ld-broker.service';
import { HOSTILE_TEXTS } from './hostile-texts';

export interface BrokerUnderTest {
  broker: NgsiLdBrokerService;
  stop(): Promise<void>;
}

/**
 * What every broker behind the port does. Leaves nothing behind: all entities are of types of their own and are
 * deleted at the end, so that the suite may run against a broker in use.
 */
export function describeBrokerContract(name: string, start: () => Promise<BrokerUnderTest>): void {
  describe(`broker contract: ${name}`, () => {
    let underTest: BrokerUnderTest;
    let broker: NgsiLdBrokerService;
    let type: string;
    const created: string[] = [];

    beforeAll(async () => {
      underTest = await start();
      broker = underTest.broker;
    });
    beforeEach(() => {
      type = `Contract${uuid().replaceAll('-', '')}`;
    });
    afterAll(async () => {
      await forEachBounded(created, (id) => broker.deleteEntity(id));
      await underTest.stop();
    });

    const entity = (attributes: Attributes = {}): Entity => {
      const id = `urn:ngsi-ld:${type}:${uuid()}`;
      created.push(id);
      return { id, type, ...attributes };
    };
    const create = async (attributes: Attributes = {}): Promise<Entity> => {
      const one = entity(attributes);
      await broker.createEntity(one);
      return one;
    };
    /** One entity for each; their ids ascend. */
    const createAll = async (list: readonly Attributes[]): Promise<Entity[]> => {
      const entities = list.map(entity);
      const { failed, existing } = await broker.writeEntities(entities, 'create');
      expect({ failed, existing }).toEqual({ failed: [], existing: [] });
      return entities;
    };
    const query = (more: Partial<EntityQuery>) => broker.queryEntities({ type, limit: 1000, ...more });
    /** The places, in the list that was created, of the entities on the page. */
    const found = async (entities: readonly Entity[], more: Partial<EntityQuery>) => {
      const page = await query(more);
      const places = page.entities.map(({ id }) => entities.findIndex((one) => one.id === id));
      return { places, total: page.total };
    };
    const places = async (entities: readonly Entity[], more: Partial<EntityQuery>) =>
      (await found(entities, more)).places;

    describe('an entity', () => {
      it('comes back as it was created', async () => {
        const one = await create({
          title: property('Ổ gà "lớn"'),
          score: property(0.25),
          open: property(true),
          images: property(['https://example.org/1.jpg', 'https://example.org/2.jpg']),
          dateCreated: dateTime(new Date('2026-01-02T03:04:05.678Z')),
          location: geoProperty({ type: 'Point', coordinates: [106.7009, 10.7756] }),
          refersTo: { type: 'Relationship', object: 'urn:ngsi-ld:Street:1' },
          length: { type: 'Property', value: 12, unitCode: 'MTR', observedAt: '2026-01-01T00:00:00Z' },
        });
        expect(await broker.findEntity(one.id)).toEqual(one);
        expect((await query({})).entities).toEqual([one]);
      });

      it('is created once', async () => {
        const one = await create({ title: property('first') });
        await expect(broker.createEntity({ ...one, title: property('second') })).rejects.toThrow(
          EntityExistsError,
        );
        expect(await broker.findEntity(one.id)).toEqual(one);
      });

      it('is created once by many at the same time', async () => {
        const one = entity();
        const attempts = Array.from({ length: 10 }, () => broker.createEntity(one));
        const results = await Promise.allSettled(attempts);
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        results
          .filter((result) => result.status === 'rejected')
          .forEach(({ reason }) => expect(reason).toBeInstanceOf(EntityExistsError));
      });

      it('is unknown before it is created and after it is deleted', async () => {
        const one = entity({ title: property('x') });
        expect(await broker.findEntity(one.id)).toBeUndefined();
        expect(await broker.deleteEntity(one.id)).toBe(false);
        expect(await broker.updateAttributes(one.id, { title: property('y') })).toBe(false);
        await broker.createEntity(one);
        expect(await broker.deleteEntity(one.id)).toBe(true);
        expect(await broker.findEntity(one.id)).toBeUndefined();
        expect(await broker.deleteEntity(one.id)).toBe(false);
        expect(await query({})).toEqual({ entities: [], total: 0 });
      });

      it('may be created again after it was deleted', async () => {
        const one = await create({ title: property('first'), note: property('gone') });
        await broker.deleteEntity(one.id);
        const again = { id: one.id, type, title: property('second') };
        await broker.createEntity(again);
        expect(await broker.findEntity(one.id)).toEqual(again);
      });

      it('is found by an id with any character that a URN may have', async () => {
        const one = { id: `urn:ngsi-ld:${type}:a%20b,c;d(e)*'!$&=+@.~_-`, type, title: property('x') };
        created.push(one.id);
        await broker.createEntity(one);
        expect(await broker.findEntity(one.id)).toEqual(one);
        expect((await query({})).entities).toEqual([one]);
        expect(await broker.updateAttributes(one.id, { title: property('y') })).toBe(true);
        expect(await broker.findHistory(one.id, 10)).toMatchObject({
          title: [{ value: 'x' }, { value: 'y' }],
        });
        expect(await broker.deleteEntity(one.id)).toBe(true);
      });
    });

    describe('an update', () => {
      it('sets and adds attributes, and leaves the others as they are', async () => {
        const one = await create({ title: property('a'), status: property('pending') });
        const changes = { status: property('resolved'), notes: property('done') };
        expect(await broker.updateAttributes(one.id, changes)).toBe(true);
        expect(await broker.findEntity(one.id)).toEqual({ ...one, ...changes });
      });

      it('may change the kind of a value', async () => {
        const one = await create({ value: property('1') });
        await broker.updateAttributes(one.id, { value: property(1) });
        expect(await broker.findEntity(one.id)).toEqual({ ...one, value: property(1) });
      });

      it('is not lost to concurrent updates of other attributes', async () => {
        const one = await create();
        const names = Array.from({ length: 20 }, (_, index) => `attribute${index}`);
        await Promise.all(names.map((name) => broker.updateAttributes(one.id, { [name]: property(name) })));
        expect(await broker.findEntity(one.id)).toEqual({
          ...one,
          ...Object.fromEntries(names.map((name) => [name, property(name)])),
        });
      });
    });

    describe('a batch', () => {
      it('creates what is new and leaves alone what exists', async () => {
        const existing = await create({ title: property('before') });
        const fresh = entity({ title: property('new') });
        const outcome = await broker.writeEntities(
          [{ ...existing, title: property('after') }, fresh],
          'create',
        );
        expect(outcome).toEqual({ created: [fresh.id], existing: [existing.id], failed: [] });
        expect(await broker.findEntity(existing.id)).toEqual(existing);
        expect(await broker.findEntity(fresh.id)).toEqual(fresh);
      });

      it('replaces what exists, so that nothing of it is left', async () => {
        const existing = await create({ title: property('before'), note: property('gone') });
        const fresh = entity({ title: property('new') });
        const replacement = { id: existing.id, type, title: property('after') };
        const outcome = await broker.writeEntities([replacement, fresh], 'replace');
        expect(outcome).toEqual({ created: [fresh.id], existing: [existing.id], failed: [] });
        expect(await broker.findEntity(existing.id)).toEqual(replacement);
      });

      it('writes the good and reports the bad', async () => {
        const good = entity({ title: property('good') });
        const bad = entity({ location: geoProperty({ type: 'Point', coordinates: ['east', 'north'] }) });
        const last = entity({ title: property('last') });
        const outcome = await broker.writeEntities([good, bad, last], 'create');
        expect(outcome).toMatchObject({
          created: [good.id, last.id],
          existing: [],
          failed: [{ id: bad.id }],
        });
        expect(outcome.failed[0]?.reason).not.toBe('');
        expect(await broker.findEntity(bad.id)).toBeUndefined();
        expect(await broker.findEntity(last.id)).toEqual(last);
      });

      it('takes 1000 entities', async () => {
        await createAll(Array.from({ length: 1000 }, (_, index) => ({ number: property(index) })));
        expect(await query({ limit: 0 })).toEqual({ entities: [], total: 1000 });
        expect((await query({ limit: 1000 })).entities).toHaveLength(1000);
      });

      it('may be empty', async () => {
        expect(await broker.writeEntities([], 'replace')).toEqual({ created: [], existing: [], failed: [] });
      });
    });

    describe('a condition', () => {
      it('is met by any of its values', async () => {
        const all = await createAll(['a', 'b', 'c'].map((value) => ({ category: property(value) })));
        const where = [{ attribute: 'category', oneOf: ['c', 'a', 'z'] }];
        expect(await found(all, { where })).toEqual({ places: [0, 2], total: 2 });
      });

      it('is not met by an entity without the attribute', async () => {
        const all = await createAll([{ category: property('a') }, {}]);
        expect(await places(all, { where: [{ attribute: 'category', oneOf: ['a', ''] }] })).toEqual([0]);
      });

      it('tells numbers, booleans and text apart', async () => {
        const all = await createAll([1, '1', true, 'true'].map((value) => ({ value: property(value) })));
        const equal = (value: string | number | boolean) =>
          places(all, { where: [{ attribute: 'value', oneOf: [value] }] });
        expect([await equal(1), await equal('1'), await equal(true), await equal('true')]).toEqual([
          [0],
          [1],
          [2],
          [3],
        ]);
      });

      it('is to be met together with all others', async () => {
        const all = await createAll([
          { category: property('a'), status: property('x') },
          { category: property('a'), status: property('y') },
          { category: property('b'), status: property('x') },
        ]);
        const where = [
          { attribute: 'category', oneOf: ['a'] },
          { attribute: 'status', oneOf: ['x'] },
        ];
        expect(await places(all, { where })).toEqual([0]);
      });

      it('compares numbers with bounds, both inclusive', async () => {
        const all = await createAll([-1, 0, 0.5, 1, 10].map((value) => ({ score: property(value) })));
        const between = (bounds: { from?: number; to?: number }) =>
          places(all, { where: [{ attribute: 'score', ...bounds }] });
        expect(await between({ from: 0, to: 1 })).toEqual([1, 2, 3]);
        expect(await between({ from: 1 })).toEqual([3, 4]);
        expect(await between({ to: -0.5 })).toEqual([0]);
      });

      it('compares points in time with bounds, both inclusive', async () => {
        const times = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2026-01-02T00:00:00.000Z'];
        const all = await createAll(times.map((time) => ({ at: dateTime(new Date(time)) })));
        const between = (from?: string, to?: string) =>
          places(all, {
            where: [
              { attribute: 'at', from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined },
            ],
          });
        expect(await between('2026-01-01T00:00:00.001Z', '2026-01-02T00:00:00.000Z')).toEqual([1, 2]);
        expect(await between('2026-01-01T07:00:00.001+07:00')).toEqual([1, 2]);
        expect(await between(undefined, '2026-01-01T00:00:00.000Z')).toEqual([0]);
      });

      it.each(HOSTILE_TEXTS)('takes %j literally', async (text) => {
        const all = await createAll([{ note: property(text) }, { note: property('harmless') }, {}]);
        expect(await places(all, { where: [{ attribute: 'note', oneOf: [text] }] })).toEqual([0]);
        expect(await places(all, { where: [{ attribute: 'note', oneOf: ['other', text] }] })).toEqual([0]);
        expect(await broker.countByValue(type, 'note', [text, 'harmless'])).toEqual({
          [text]: 1,
          harmless: 1,
        });
      });
    });

    describe('text', () => {
      it('finds every word in any of the attributes, ignoring case', async () => {
        const all = await createAll([
          { title: property('Broken LAMP'), description: property('near the school') },
          { title: property('broken bench') },
          { description: property('A lamp') },
          {},
        ]);
        const text = (words: string[]) =>
          places(all, { text: { words, attributes: ['title', 'description'] } });
        expect(await text(['lamp'])).toEqual([0, 2]);
        expect(await text(['School', 'broken'])).toEqual([0]);
        expect(await text(['lamp', 'bench'])).toEqual([]);
        expect(await text([])).toEqual([0, 1, 2, 3]);
      });

      it('ignores case in every script', async () => {
        const all = await createAll([{ title: property('ĐƯỜNG Ổ GÀ') }, { title: property('УЛИЦА') }]);
        const text = (word: string) => places(all, { text: { words: [word], attributes: ['title'] } });
        expect(await text('đường')).toEqual([0]);
        expect(await text('улица')).toEqual([1]);
      });

      it.each(HOSTILE_TEXTS)('never takes %j for syntax', async (text) => {
        const all = await createAll([{ title: property('harmless') }, { title: property('bystander') }]);
        const words = [text, 'bystander'];
        expect(await places(all, { text: { words, attributes: ['title'] } })).toEqual([]);
      });
    });

    describe('a place', () => {
      const point = (longitude: number, latitude: number) => ({
        location: geoProperty({ type: 'Point', coordinates: [longitude, latitude] }),
      });

      it('is near within metres on the earth', async () => {
        // At 60° north a degree of longitude is about 55.8 km, at the equator 111.3 km.
        const all = await createAll([
          point(10, 60),
          point(10.01, 60),
          point(10.02, 60),
          point(10, 60.01),
          {},
        ]);
        const near = (maxDistance: number) =>
          places(all, { near: { longitude: 10, latitude: 60, maxDistance } });
        expect(await near(10)).toEqual([0]);
        expect(await near(600)).toEqual([0, 1]);
        expect(await near(1200)).toEqual([0, 1, 2, 3]);
      });

      it('is near across the antimeridian', async () => {
        const all = await createAll([point(179.999, 0), point(-179.999, 0), point(0, 0)]);
        const near = { longitude: 180, latitude: 0, maxDistance: 1000 };
        expect(await found(all, { near })).toEqual({ places: [0, 1], total: 2 });
      });

      it('is in a box, edges included', async () => {
        const all = await createAll([
          point(105, 20),
          point(105.5, 20.5),
          point(106, 21),
          point(106.1, 20.5),
          {},
        ]);
        const bbox = { west: 105, south: 20, east: 106, north: 21 };
        expect(await found(all, { bbox })).toEqual({ places: [0, 1, 2], total: 3 });
      });

      it('is in a box across the antimeridian', async () => {
        const all = await createAll([
          point(179, 0),
          point(-179, 0),
          point(180, 0),
          point(0, 0),
          point(170, 0),
        ]);
        const bbox = { west: 175, south: -5, east: -175, north: 5 };
        expect(await places(all, { bbox })).toEqual([0, 1, 2]);
      });

      it('is to be met together with conditions', async () => {
        const all = await createAll([
          { ...point(0, 0), status: property('a') },
          { ...point(0, 0), status: property('b') },
        ]);
        const near = { longitude: 0, latitude: 0, maxDistance: 10 };
        expect(await places(all, { near, where: [{ attribute: 'status', oneOf: ['b'] }] })).toEqual([1]);
      });

      it('orders by distance', async () => {
        const all = await createAll([point(0.003, 0), point(0.001, 0), point(0.002, 0)]);
        const near = { longitude: 0, latitude: 0, maxDistance: 1000 };
        const by = (direction: 'asc' | 'desc') =>
          places(all, { near, orderBy: { attribute: 'distance', direction } });
        expect(await by('asc')).toEqual([1, 2, 0]);
        expect(await by('desc')).toEqual([0, 2, 1]);
      });
    });

    describe('an order', () => {
      it('is by id unless another is asked for', async () => {
        const all = await createAll(Array.from({ length: 5 }, () => ({})));
        expect(await places(all, {})).toEqual([0, 1, 2, 3, 4]);
      });

      it.each<[string, (string | number)[], number[]]>([
        ['text', ['b', 'a', 'c', 'B'], [3, 1, 0, 2]],
        ['numbers', [10, 9, -1, 0.5], [2, 3, 1, 0]],
      ])('is by %s', async (_what, values, expected) => {
        const all = await createAll(values.map((value) => ({ value: property(value) })));
        const by = (direction: 'asc' | 'desc') => places(all, { orderBy: { attribute: 'value', direction } });
        expect(await by('asc')).toEqual(expected);
        expect(await by('desc')).toEqual([...expected].reverse());
      });

      it('is by time', async () => {
        const all = await createAll([3, 1, 2].map((second) => ({ at: dateTime(new Date(second * 1000)) })));
        expect(await places(all, { orderBy: { attribute: 'at', direction: 'desc' } })).toEqual([0, 2, 1]);
      });

      it('is by rank where that is not the alphabetical order', async () => {
        const values = ['high', 'low', 'critical', 'unheard-of', 'medium'];
        const all = await createAll(values.map((value) => ({ priority: property(value) })));
        const ranks = ['low', 'medium', 'high', 'critical'];
        const by = (direction: 'asc' | 'desc') =>
          places(all, { orderBy: { attribute: 'priority', direction, ranks } });
        expect(await by('asc')).toEqual([1, 4, 0, 2, 3]);
        expect(await by('desc')).toEqual([2, 0, 4, 1, 3]);
      });

      it('has entities without the attribute last, and ties by id in its direction', async () => {
        const all = await createAll([
          {},
          { score: property(1) },
          {},
          { score: property(2) },
          { score: property(1) },
        ]);
        const by = (direction: 'asc' | 'desc') => places(all, { orderBy: { attribute: 'score', direction } });
        expect(await by('asc')).toEqual([1, 4, 3, 0, 2]);
        expect(await by('desc')).toEqual([3, 4, 1, 2, 0]);
      });
    });

    describe('pages', () => {
      it('cover all matches once, with the true total on each', async () => {
        const all = await createAll(
          Array.from({ length: 25 }, (_, index) => ({ score: property(index % 3) })),
        );
        const orderBy = { attribute: 'score', direction: 'desc' } as const;
        const pages = await Promise.all(
          [0, 10, 20, 30].map((offset) => found(all, { orderBy, limit: 10, offset })),
        );
        expect(pages.map(({ total }) => total)).toEqual([25, 25, 25, 25]);
        expect(pages.map((page) => page.places.length)).toEqual([10, 10, 5, 0]);
        const seen = pages.flatMap((page) => page.places);
        expect([...seen].sort((a, b) => a - b)).toEqual(all.map((_, index) => index));
        expect(seen.map((place) => place % 3)).toEqual(
          [...seen.map((place) => place % 3)].sort((a, b) => b - a),
        );
      });

      it('may be empty, with the total alone', async () => {
        await createAll([{ score: property(1) }, { score: property(2) }]);
        const where = [{ attribute: 'score', from: 2 }];
        expect(await query({ limit: 0, where })).toEqual({ entities: [], total: 1 });
      });

      it('are empty for an unknown type', async () => {
        expect(await query({})).toEqual({ entities: [], total: 0 });
        expect(await query({ orderBy: { attribute: 'a', direction: 'asc' } })).toEqual({
          entities: [],
          total: 0,
        });
      });
    });

    it('counts the entities of each value', async () => {
      await createAll(['a', 'a', 'b'].map((value) => ({ status: property(value) })));
      await createAll([{}]);
      expect(await broker.countByValue(type, 'status', ['a', 'b', 'c'])).toEqual({ a: 2, b: 1, c: 0 });
      expect(await broker.countByValue(type, 'status', [])).toEqual({});
    });

    describe('the history', () => {
      it('has what every attribute was, oldest first', async () => {
        const one = await create({ title: property('a'), status: property('pending') });
        for (const status of ['acknowledged', 'in_progress', 'resolved']) {
          await broker.updateAttributes(one.id, { status: property(status) });
        }
        const history = await broker.findHistory(one.id, 100);
        expect(Object.keys(history ?? {}).sort()).toEqual(['status', 'title']);
        expect(history?.['title']).toMatchObject([{ type: 'Property', value: 'a' }]);
        expect(history?.['status']?.map(({ value }) => value)).toEqual([
          'pending',
          'acknowledged',
          'in_progress',
          'resolved',
        ]);
        const times = history?.['status']?.map(({ modifiedAt }) => modifiedAt) ?? [];
        expect(times.every((time) => !Number.isNaN(Date.parse(time)))).toBe(true);
        expect(times).toEqual([...times].sort());
      });

      it('is kept to the newest instances of each attribute', async () => {
        const one = await create({ title: property('a'), status: property('0') });
        for (const status of ['1', '2', '3']) {
          await broker.updateAttributes(one.id, { status: property(status) });
        }
        const history = await broker.findHistory(one.id, 2);
        expect(history?.['status']?.map(({ value }) => value)).toEqual(['2', '3']);
        expect(history?.['title']?.map(({ value }) => value)).toEqual(['a']);
      });

      it('is none for an unknown entity', async () => {
        expect(await broker.findHistory(`urn:ngsi-ld:${type}:unknown`, 10)).toBeUndefined();
      });
    });

    it('answers a ping', async () => {
      await expect(broker.ping()).resolves.toBeUndefined();
    });
  });
}
