import { Logger } from '@nestjs/common';
import { problem, ScriptedBroker } from '../../../test/ngsi-ld/scripted-broker';
import { BrokerError } from '../broker-errors';
import { type Entity, property } from '../entity';
import { ExternalBrokerAdapter } from './external-broker.adapter';

const entity = (name: string, text = name): Entity => ({
  id: `urn:ngsi-ld:T:${name}`,
  type: 'T',
  text: property(text),
});
const ids = (...names: string[]) => names.map((name) => `urn:ngsi-ld:T:${name}`);
const error = (name: string, type: string, more = {}) => ({
  entityId: `urn:ngsi-ld:T:${name}`,
  error: { type: `https://uri.etsi.org/ngsi-ld/errors/${type}`, title: 'secret title', ...more },
});

const broker = new ScriptedBroker();
let adapter: ExternalBrokerAdapter;

beforeAll(async () => {
  Logger.overrideLogger(false);
  adapter = new ExternalBrokerAdapter({ url: await broker.start() });
});
beforeEach(() => {
  broker.requests.length = 0;
});
afterAll(async () => {
  adapter.onApplicationShutdown();
  await broker.stop();
});

const sent = () =>
  broker.requests.map(({ path, body }) => ({
    path,
    names: (JSON.parse(body) as Entity[]).map(({ id }) => id.slice('urn:ngsi-ld:T:'.length)),
  }));

describe('writeEntities', () => {
  it.each([{ status: 201, body: ids('a', 'b') }, { status: 201 }, { status: 204 }])(
    'takes $status for all created',
    async (answer) => {
      broker.script = () => answer;
      expect(await adapter.writeEntities([entity('a'), entity('b')], 'create')).toEqual({
        created: ids('a', 'b'),
        existing: [],
        failed: [],
      });
      expect(sent()).toEqual([{ path: '/entityOperations/create', names: ['a', 'b'] }]);
    },
  );

  it.each<[string, unknown]>([
    ['the type', error('b', 'AlreadyExists')],
    ['the status', error('b', 'BadRequestData', { status: 409 })],
    ['words (Orion-LD)', error('b', 'BadRequestData', { title: 'entity already exists', status: 400 })],
    ['a list of errors (Scorpio)', { ...error('b', ''), error: [error('b', 'AlreadyExists').error] }],
  ])('tells the created, the existing by %s, and the failed', async (_what, existing) => {
    const errors = [existing, error('c', 'BadRequestData', { detail: 'secret' })];
    broker.script = () => ({ status: 207, body: { success: ids('a'), errors } });
    expect(
      await adapter.writeEntities(
        ['a', 'b', 'c', 'd'].map((name) => entity(name)),
        'create',
      ),
    ).toEqual({
      created: ids('a'),
      existing: ids('b'),
      failed: [
        { id: 'urn:ngsi-ld:T:c', reason: 'BadRequestData' },
        { id: 'urn:ngsi-ld:T:d', reason: 'not confirmed by the broker' },
      ],
    });
  });

  it.each([400, 409])('reads the errors of a %d, when all failed', async (status) => {
    broker.script = () => ({ status, body: { errors: [error('a', 'AlreadyExists')] } });
    expect(await adapter.writeEntities([entity('a')], 'create')).toMatchObject({ existing: ids('a') });
  });

  it('replaces those that exist, and only those', async () => {
    broker.script = ({ path }) =>
      path.endsWith('create')
        ? { status: 207, body: { success: ids('a'), errors: [error('b', 'AlreadyExists')] } }
        : { status: 204 };
    expect(await adapter.writeEntities([entity('a'), entity('b')], 'replace')).toEqual({
      created: ids('a'),
      existing: ids('b'),
      failed: [],
    });
    expect(sent()).toEqual([
      { path: '/entityOperations/create', names: ['a', 'b'] },
      { path: '/entityOperations/upsert', names: ['b'] },
    ]);
  });

  it('leaves those that exist alone when creating', async () => {
    broker.script = () => ({ status: 207, body: { success: [], errors: [error('a', 'AlreadyExists')] } });
    await adapter.writeEntities([entity('a')], 'create');
    expect(sent()).toHaveLength(1);
  });

  it('sends no more than 100 entities, and no more than 1 MB, at once', async () => {
    broker.script = () => ({ status: 201 });
    const many = Array.from({ length: 250 }, (_, index) => entity(String(index)));
    const { created } = await adapter.writeEntities(many, 'create');
    expect(created).toHaveLength(250);
    expect(sent().map(({ names }) => names.length)).toEqual([100, 100, 50]);

    broker.requests.length = 0;
    const large = Array.from({ length: 5 }, (_, index) => entity(String(index), 'ữ'.repeat(100_000)));
    await adapter.writeEntities(large, 'create');
    expect(sent().map(({ names }) => names.length)).toEqual([2, 2, 1]);
    expect(Math.max(...broker.requests.map(({ body }) => Buffer.byteLength(body)))).toBeLessThan(1_000_000);
  });

  it('keeps entities with a context of their own apart', async () => {
    broker.script = () => ({ status: 201 });
    await adapter.writeEntities(
      [entity('a'), { ...entity('b'), '@context': 'https://example.org/c.jsonld' }],
      'create',
    );
    expect(broker.requests.map(({ headers }) => headers['content-type'])).toEqual([
      'application/ld+json',
      'application/json',
    ]);
  });

  it('sends nothing for nothing', async () => {
    expect(await adapter.writeEntities([], 'create')).toEqual({ created: [], existing: [], failed: [] });
    expect(broker.requests).toEqual([]);
  });

  it.each([
    problem(400, 'BadRequestData'),
    problem(500, 'InternalError'),
    { status: 200, body: [] },
    { status: 207, body: '<html>' },
    { status: 207, body: { success: 'a', errors: [] } },
    { status: 207, body: { success: [], errors: ['a'] } },
    { status: 207, body: [] },
  ])('does not guess from %p', async (answer) => {
    broker.script = () => answer;
    await expect(adapter.writeEntities([entity('a')], 'create')).rejects.toThrow(BrokerError);
  });

  it('sends a batch that creates once only, and one that replaces again', async () => {
    broker.script = () => ({ status: 503 });
    await expect(adapter.writeEntities([entity('a')], 'create')).rejects.toThrow('overloaded');
    expect(sent()).toHaveLength(1);

    broker.requests.length = 0;
    broker.script = ({ path }) => {
      if (path.endsWith('create')) {
        return { status: 207, body: { success: [], errors: [error('a', 'AlreadyExists')] } };
      }
      return { status: broker.requests.length === 2 ? 503 : 204 };
    };
    expect(await adapter.writeEntities([entity('a')], 'replace')).toMatchObject({ existing: ids('a') });
    expect(sent()).toHaveLength(3);
  });
});
