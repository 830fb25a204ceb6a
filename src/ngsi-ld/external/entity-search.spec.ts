import { Logger } from '@nestjs/common';
import {
  problem,
  type ReceivedRequest,
  type ScriptedAnswer,
  ScriptedBroker,
} from '../../../test/ngsi-ld/scripted-broker';
import { BrokerError, QueryTooWideError } from '../broker-errors';
import { type Entity, geoProperty, property } from '../entity';
import type { EntityQuery } from '../entity-query';
import { ExternalBrokerAdapter } from './external-broker.adapter';

/** What a make of broker does not do. */
interface Make {
  entities: Entity[];
  mostPerAnswer?: number;
  /** Asking for more is refused, else less is given. */
  refusesMore?: boolean;
  knowsPick?: boolean;
  takesLimitZero?: boolean;
  counts?: boolean;
}

const simplified = (entity: Entity) =>
  Object.fromEntries(
    Object.entries(entity).map(([name, member]) => [
      name,
      typeof member === 'object' && member !== null && 'value' in member ? member['value'] : member,
    ]),
  );

/** Answers to `GET /entities`; the filter is for the contract suite, which runs against real brokers. */
const make = ({
  entities,
  mostPerAnswer = 1000,
  refusesMore = true,
  knowsPick = true,
  takesLimitZero = true,
  counts = true,
}: Make) => {
  return ({ query }: ReceivedRequest): ScriptedAnswer => {
    const limit = Number(query.get('limit'));
    if ((query.has('pick') && !knowsPick) || (limit === 0 && !takesLimitZero)) {
      return problem(400, 'InvalidRequest');
    }
    if (limit > mostPerAnswer && refusesMore) {
      return problem(403, 'TooManyResults');
    }
    const ids = query.get('id')?.split(',');
    const kept = (query.get('pick') ?? query.get('attrs'))?.split(',');
    const matches = entities
      .filter(({ id }) => ids?.includes(id) ?? true)
      .filter((entity) => !query.has('attrs') || kept?.some((name) => name in entity));
    const offset = Number(query.get('offset') ?? 0);
    const page = matches.slice(offset, offset + Math.min(limit, mostPerAnswer));
    const body = query.get('options') === 'keyValues' ? page.map(simplified) : page;
    const projected = body.map((entity) =>
      kept === undefined
        ? entity
        : Object.fromEntries(
            Object.entries(entity).filter(([name]) => ['id', 'type', ...kept].includes(name)),
          ),
    );
    const headers: Record<string, string> = counts ? { 'NGSILD-Results-Count': String(matches.length) } : {};
    return { status: 200, headers, body: projected };
  };
};

const entity = (number: number, attributes: Record<string, Entity[string]> = {}): Entity => ({
  id: `urn:ngsi-ld:T:${String(number).padStart(5, '0')}`,
  type: 'T',
  ...attributes,
});

const broker = new ScriptedBroker();
let url: string;
let adapter: ExternalBrokerAdapter;

beforeAll(async () => {
  Logger.overrideLogger(false);
  url = await broker.start();
});
beforeEach(() => {
  broker.requests.length = 0;
  adapter = new ExternalBrokerAdapter({ url });
});
afterEach(() => adapter.onApplicationShutdown());
afterAll(() => broker.stop());

const limits = () => broker.requests.map(({ query }) => query.get('limit'));
const numbers = async (query: Partial<EntityQuery>) => {
  const { entities, total } = await adapter.queryEntities({ type: 'T', limit: 1000, ...query });
  return { numbers: entities.map(({ id }) => Number(id.slice(-5))), total };
};

/** 250 entities in an order of their own, with scores in another. */
const scored = Array.from({ length: 250 }, (_, index) => (index * 7) % 250).map((number) =>
  entity(number, { score: property((number * 11) % 250), note: property('x'.repeat(50)) }),
);
const byScore = Array.from({ length: 250 }, (_, score) => (score * 91) % 250);

describe.each<[string, Omit<Make, 'entities'>]>([
  ['with everything', {}],
  ['of at most 100 an answer, refusing more', { mostPerAnswer: 100 }],
  ['of at most 100 an answer, giving less', { mostPerAnswer: 100, refusesMore: false }],
  ['without pick', { knowsPick: false }],
  ['without pick and of at most 100', { knowsPick: false, mostPerAnswer: 100 }],
  ['without count', { counts: false }],
  ['without count, of at most 100 and without pick', { counts: false, mostPerAnswer: 100, knowsPick: false }],
  ['without limit 0', { takesLimitZero: false }],
  ['without anything', { counts: false, mostPerAnswer: 100, knowsPick: false, takesLimitZero: false }],
])('a broker %s', (_what, lacks) => {
  beforeEach(() => {
    broker.script = make({ entities: scored, ...lacks });
  });

  it('gives the page in the middle of any order, and the total', async () => {
    const orderBy = { attribute: 'score', direction: 'asc' } as const;
    expect(await numbers({ orderBy, limit: 5, offset: 120 })).toEqual({
      numbers: byScore.slice(120, 125),
      total: 250,
    });
    expect(await numbers({ orderBy: { ...orderBy, direction: 'desc' }, limit: 3 })).toEqual({
      numbers: byScore.slice(-3).reverse(),
      total: 250,
    });
  });

  it('orders by id when nothing else is asked', async () => {
    expect(await numbers({ limit: 3, offset: 199 })).toEqual({ numbers: [199, 200, 201], total: 250 });
  });

  it('gives all entities at once, whole', async () => {
    const { entities } = await adapter.queryEntities({ type: 'T', limit: 1000 });
    expect(entities).toHaveLength(250);
    expect(entities.at(-1)).toEqual(scored.find(({ id }) => id.endsWith('00249')));
  });

  it('gives an empty page beyond the end, with the total', async () => {
    expect(await numbers({ limit: 5, offset: 250 })).toEqual({ numbers: [], total: 250 });
  });

  it('counts alone', async () => {
    expect(await numbers({ limit: 0 })).toEqual({ numbers: [], total: 250 });
  });

  it('puts entities without the value last in both directions', async () => {
    const entities = [
      entity(3),
      entity(2, { score: property(1) }),
      entity(1),
      entity(4, { score: property(0) }),
    ];
    broker.script = make({ entities, ...lacks });
    const order = async (direction: 'asc' | 'desc') =>
      (await numbers({ orderBy: { attribute: 'score', direction } })).numbers;
    expect(await order('asc')).toEqual([4, 2, 1, 3]);
    expect(await order('desc')).toEqual([2, 4, 3, 1]);
  });

  it('gives nothing when nothing matches', async () => {
    broker.script = make({ entities: [], ...lacks });
    expect(await numbers({})).toEqual({ numbers: [], total: 0 });
    expect(await numbers({ limit: 0 })).toEqual({ numbers: [], total: 0 });
  });

  it('refuses more matches than it can order', async () => {
    const entities = Array.from({ length: 10_001 }, (_, index) => entity(index));
    broker.script = make({ entities, ...lacks });
    await expect(numbers({ limit: 1 })).rejects.toThrow(QueryTooWideError);
  });
});

describe('orders', () => {
  it('uses ranks, direction and ids for ties', async () => {
    const priorities = ['high', 'low', 'other', 'critical', 'low'];
    broker.script = make({
      entities: priorities.map((value, index) => entity(index, { priority: property(value) })),
    });
    const orderBy = { attribute: 'priority', ranks: ['low', 'high', 'critical'] };
    expect((await numbers({ orderBy: { ...orderBy, direction: 'asc' } })).numbers).toEqual([1, 4, 0, 3, 2]);
    expect((await numbers({ orderBy: { ...orderBy, direction: 'desc' } })).numbers).toEqual([3, 0, 4, 1, 2]);
  });

  it('compares points in time, whatever their notation', async () => {
    const times = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:30:00+01:00', '2025-12-31T23:45:00Z'];
    broker.script = make({
      entities: times.map((time, index) =>
        entity(index, { at: property({ '@type': 'DateTime', '@value': time }) }),
      ),
    });
    expect((await numbers({ orderBy: { attribute: 'at', direction: 'asc' } })).numbers).toEqual([1, 2, 0]);
  });

  it('measures the distance to the nearest vertex', async () => {
    const geometries = [
      { type: 'Point', coordinates: [106.72, 10.77] },
      {
        type: 'LineString',
        coordinates: [
          [106.9, 10.9],
          [106.701, 10.77],
        ],
      },
      { type: 'Point', coordinates: [106.71, 10.77] },
    ];
    broker.script = make({
      entities: [
        ...geometries.map((geometry, index) => entity(index, { location: geoProperty(geometry) })),
        entity(9),
      ],
    });
    const near = { longitude: 106.7, latitude: 10.77, maxDistance: 50_000 };
    const orderBy = { attribute: 'distance', direction: 'asc' } as const;
    expect((await numbers({ near, orderBy })).numbers).toEqual([1, 2, 0, 9]);
    await expect(numbers({ orderBy })).rejects.toThrow(TypeError);
  });
});

describe('requests', () => {
  it('learn once what the broker refuses', async () => {
    broker.script = make({ entities: scored, knowsPick: false, mostPerAnswer: 100, takesLimitZero: false });
    const query = { limit: 1, orderBy: { attribute: 'score', direction: 'asc' } } as const;
    await numbers(query);
    broker.requests.length = 0;
    await numbers(query);
    expect(limits()).toEqual(['100', '100', '100', '1', '1']);
    expect(broker.requests.filter((request) => request.query.has('pick'))).toEqual([]);
  });

  it('do not mistake a query that the broker dislikes for a limit of it', async () => {
    broker.script = () => problem(400, 'BadRequestData');
    await expect(numbers({})).rejects.toThrow(BrokerError);
    broker.script = make({ entities: scored });
    broker.requests.length = 0;
    await numbers({ limit: 1 });
    expect(limits()).toEqual(['1000', '1']);
  });

  it('fetch a page by ids in addresses of bounded length', async () => {
    const entities = Array.from({ length: 150 }, (_, index) => entity(index));
    const long = entities.map(({ id, ...rest }) => ({ ...rest, id: `${id}:${'x'.repeat(100)}` }));
    broker.script = make({ entities: long });
    const { entities: page } = await adapter.queryEntities({ type: 'T', limit: 1000 });
    expect(page.map(({ id }) => id)).toEqual(long.map(({ id }) => id));
    const lists = broker.requests.map(({ query }) => query.get('id') ?? '').filter((list) => list !== '');
    expect(lists.length).toBeGreaterThan(1);
    expect(Math.max(...lists.map((list) => encodeURIComponent(list).length))).toBeLessThan(8_000);
  });

  it('leave out an entity that went away in between', async () => {
    const script = make({ entities: scored });
    broker.script = (request) =>
      request.query.has('id') ? make({ entities: scored.slice(0, -1) })(request) : script(request);
    expect(await numbers({})).toMatchObject({ total: 250, numbers: { length: 249 } });
  });

  it('fetch an id with a comma by itself', async () => {
    const odd = { id: 'urn:ngsi-ld:T:a,b', type: 'T' };
    const script = make({ entities: [odd] });
    broker.script = (request) =>
      request.path === `/entities/${odd.id}` ? { status: 200, body: odd } : script(request);
    expect((await adapter.queryEntities({ type: 'T', limit: 10 })).entities).toEqual([odd]);
  });

  it('take a tenant that has yet to be written to for an empty one', async () => {
    broker.script = () => problem(404, 'NonexistentTenant');
    expect(await numbers({})).toEqual({ numbers: [], total: 0 });
    expect(await adapter.countByValue('T', 'a', ['b'])).toEqual({ b: 0 });
  });

  it.each<[string, ScriptedAnswer]>([
    ['another status', problem(500, 'InternalError')],
    ['HTML', { status: 200, body: '<html>' }],
    ['half JSON', { status: 200, body: '[{"id":"urn' }],
    ['no list', { status: 200, body: { id: 'x' } }],
    ['a list of something else', { status: 200, body: [1] }],
  ])('take %s for an error of the broker', async (_what, answer) => {
    broker.script = () => answer;
    await expect(numbers({})).rejects.toThrow(BrokerError);
    await expect(numbers({ limit: 0 })).rejects.toThrow(BrokerError);
  });
});
