import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  DataDirectoryInUseError,
  DataDirectoryLock,
} from '../../src/common/data-directory/data-directory-lock';
import { ContextBrokerOptions } from '../../src/context-broker/context-broker.options';
import type { Entity } from '../../src/context-broker/model/entity';
import { normalizeEntity } from '../../src/context-broker/model/normalize-entity';
import { parseQuery } from '../../src/context-broker/query-language/parser';
import { ReaderPool, StoreReaders } from '../../src/context-broker/reader/reader-pool';
import { temporaryDirectory } from '../support/service';
import { openTenants } from './open-tenants';
import { temporaryBroker } from './temporary-broker';

const thing = (id: string, more: object = {}): Entity => normalizeEntity({ id, type: 'Thing', ...more });
const property = (value: number) => ({ type: 'Property', value }) as const;
/** No entity is a match, and saying so of those with a long text takes long. */
const SLOW = Array.from({ length: 250 }, (_, at) => `text~="(?i)(x*x*x*x*)*y${at}"`).join('|');
const COUNT = { limit: 0, offset: 0, count: true };

describe('the engine', () => {
  const temporary = temporaryBroker({ queryTimeoutMs: 3000 });
  afterAll(() => temporary.remove());

  it('creates an entity once, however many try at the same time', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => temporary.broker.create(thing('urn:x:once'))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await temporary.broker.query({ ids: ['urn:x:once'], ...COUNT })).total).toBe(1);
  });

  it('counts up when everybody waits for what was before', async () => {
    await temporary.broker.create(thing('urn:x:counter', { n: 0 }));
    const increments = Array.from({ length: 100 }, () =>
      temporary.broker.updateAttribute('urn:x:counter', 'n', undefined, (present) => ({
        ...present,
        value: Number(present.value) + 1,
      })),
    );
    await Promise.all(increments);
    const filter = { timeProperty: 'modifiedAt' } as const;
    const page = await temporary.broker.history.find('urn:x:counter', filter, { pageSize: 1000 });
    const [history] = page?.entities ?? [];
    const values = history?.instances.map(({ body }) => (JSON.parse(body) as { value: number }).value);
    expect(values).toEqual(Array.from({ length: 101 }, (_, at) => at));
    const times = history?.instances.map(({ modified_at }) => modified_at) ?? [];
    expect(new Set(times).size).toBe(101);
  });

  it('purges nothing of what was changed after it was selected, unless it is still meant', async () => {
    const ids = Array.from({ length: 300 }, (_, at) => `urn:x:purged:${at}`);
    const selection = { idPattern: '^urn:x:purged:', query: parseQuery('a==1') };
    await temporary.broker.batch(
      ids.map((id) => thing(id, { a: 1, b: 1 })),
      'create',
    );
    const store = temporary.broker['store'];
    const submit = store.writes.submit.bind(store.writes);
    const changes: Promise<void>[] = [];
    // Both are written after the selection and before what was selected goes.
    jest.spyOn(store.writes, 'submit').mockImplementationOnce((operation) => {
      for (const [id, name] of [
        ['urn:x:purged:8', 'a'],
        ['urn:x:purged:9', 'b'],
      ] as const) {
        changes.push(temporary.broker.updateAttribute(id, name, undefined, () => property(2)));
      }
      return submit(operation);
    });
    const outcome = await temporary.broker.purge(selection);
    await Promise.all(changes);
    expect(outcome.failed).toEqual([]);
    expect(outcome.updated.sort()).toEqual(ids.filter((id) => id !== 'urn:x:purged:8').sort());
    expect(JSON.parse(temporary.broker.find('urn:x:purged:8')?.body ?? '')).toMatchObject({ a: property(2) });
    expect((await temporary.broker.query({ idPattern: '^urn:x:purged:', ...COUNT })).total).toBe(1);
  });

  it('takes what another purge has deleted as done', async () => {
    const ids = Array.from({ length: 700 }, (_, at) => `urn:x:twice:${at}`);
    const selection = { idPattern: '^urn:x:twice:' };
    await temporary.broker.batch(
      ids.map((id) => thing(id)),
      'create',
    );
    const outcomes = await Promise.all([1, 2].map(() => temporary.broker.purge(selection)));
    expect(outcomes.map(({ failed }) => failed)).toEqual([[], []]);
    expect((await temporary.broker.query({ ...selection, ...COUNT })).total).toBe(0);
  });

  it('undoes a write that fails half-way, and no other that was committed with it', async () => {
    await temporary.broker.create(thing('urn:x:half', { a: 1 }));
    const failing = temporary.broker.updateAttribute('urn:x:half', 'a', undefined, (present) => {
      return { ...present, value: 1n as unknown as number };
    });
    const others = ['1', '2', '3'].map((name) => temporary.broker.create(thing(`urn:x:beside:${name}`)));
    await expect(failing).rejects.toThrow(TypeError);
    await Promise.all(others);
    expect((await temporary.broker.query({ idPattern: '^urn:x:beside:', ...COUNT })).total).toBe(3);
    expect(JSON.parse(temporary.broker.find('urn:x:half')?.body ?? '')).toMatchObject({ a: { value: 1 } });
  });

  it('ends a query that takes too long and goes on answering others', async () => {
    await temporary.broker.batch(
      Array.from({ length: 1000 }, (_, at) => thing(`urn:x:text:${at}`, { text: 'x'.repeat(20_000) })),
      'create',
    );
    const query = { query: parseQuery(SLOW), ...COUNT };
    await expect(temporary.broker.query(query)).rejects.toMatchObject({ errorType: 'TooComplexQuery' });
    expect((await temporary.broker.query({ ids: ['urn:x:once'], ...COUNT })).total).toBe(1);
  });

  it('answers others beside a long query from the start', async () => {
    const pool = new ReaderPool([], 20_000);
    const readers = new StoreReaders(pool, join(temporary.dataDirectory, 'broker', 'default.sqlite'));
    const ended: string[] = [];
    const slow = readers
      .run('queryEntities', { query: parseQuery(SLOW), ...COUNT })
      .catch(() => ended.push('slow'));
    await readers.run('queryEntities', { ids: ['urn:x:once'], ...COUNT });
    expect(ended).toEqual([]);
    await pool.close();
    await slow;
  });

  it('answers others while several queries take too long', async () => {
    const ended: string[] = [];
    const slow = Array.from({ length: 4 }, () =>
      temporary.broker.query({ query: parseQuery(SLOW), ...COUNT }).catch(() => ended.push('slow')),
    );
    const quick = Array.from({ length: 3 }, async () => {
      await temporary.broker.query({ ids: ['urn:x:once'], ...COUNT });
      ended.push('quick');
    });
    await Promise.all([...slow, ...quick]);
    expect(ended).toEqual([...Array<string>(3).fill('quick'), ...Array<string>(4).fill('slow')]);
  });

  it('refuses what it has no room for', async () => {
    const many = await Promise.allSettled(
      Array.from({ length: 1100 }, () => temporary.broker.query({ ids: ['urn:x:once'], ...COUNT })),
    );
    const refused = many.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(many.length);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, retryAfterSeconds: 1 });
  });

  it('keeps everything over a restart', async () => {
    const before = temporary.broker.find('urn:x:counter');
    const broker = await temporary.reopen();
    expect(broker.find('urn:x:counter')).toEqual(before);
  });
});

describe('a data directory', () => {
  const directory = temporaryDirectory();
  afterAll(() => directory.remove());

  it('is for one broker at a time', async () => {
    const options = Object.assign(new ContextBrokerOptions(), { dataDirectory: directory.path });
    const stores = join(directory.path, 'broker');
    const open = openTenants(options);
    expect(() => DataDirectoryLock.acquire(stores)).toThrow(DataDirectoryInUseError);
    expect(() => DataDirectoryLock.acquire(stores)).toThrow(stores);
    await open.close();
    DataDirectoryLock.acquire(stores).release();
  });

  it('is refused to a second process with one line that names it', () => {
    const lock = DataDirectoryLock.acquire(directory.path);
    const { status, stderr } = spawnSync(process.execPath, [join(__dirname, '../../dist/main.js')], {
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: directory.path },
      encoding: 'utf8',
    });
    lock.release();
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining(`${directory.path} is in use by another process`),
    ]);
  });
});
