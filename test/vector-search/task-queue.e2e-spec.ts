import type { Kysely } from 'kysely';
import { openDatabase } from '../../src/database/open-database';
import type { Tables } from '../../src/database/tables';
import { SearchStateRepository } from '../../src/vector-search/indexing/search-state.repository';
import { MOST_ATTEMPTS, type Task, TaskQueue } from '../../src/vector-search/indexing/task-queue';
import { DATABASES, type TestDatabase } from '../support/databases';

const LEASE_MS = 60_000;

describe.each(DATABASES)('the queue of the index on %s', (_name, open) => {
  let testDatabase: TestDatabase;
  let database: Kysely<Tables>;
  let queue: TaskQueue;
  beforeAll(async () => {
    testDatabase = await open();
    database = await openDatabase(testDatabase.settings);
    queue = new TaskQueue(database);
  });
  afterAll(async () => {
    await database.destroy();
    await testDatabase.remove();
  });
  beforeEach(() => database.deleteFrom('search_tasks').execute());

  const add = (...ids: string[]) => queue.add(ids.map((id) => ({ type: 'CitizenReport', id })));
  const claim = (limit = 10, leaseMs = LEASE_MS) => queue.claim(limit, leaseMs);
  const idsOf = (tasks: Task[]) => tasks.map(({ id }) => id).sort();
  /** Lets the delays of retries pass. */
  const letTimePass = () => database.updateTable('search_tasks').set({ due_at: '2020-01-01' }).execute();

  it('has a piece once, however often it changed', async () => {
    await add('a', 'b', 'a');
    await add('a');
    expect(await queue.counts()).toEqual({ pending: 2, failed: 0 });
    expect(idsOf(await claim())).toEqual(['a', 'b']);
  });

  it('gives a task to nobody else while somebody works on it', async () => {
    await add(...Array.from({ length: 30 }, (_, i) => `r${i}`));
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim(5)));
    expect(new Set(claims.flat().map(({ id }) => id)).size).toBe(30);
    expect(await claim()).toEqual([]);
  });

  it('gives it to others when whoever worked on it is gone', async () => {
    await add('a');
    await claim(1, -1);
    expect(idsOf(await claim())).toEqual(['a']);
  });

  it('forgets what is done, and keeps what changed meanwhile', async () => {
    await add('a', 'b');
    const tasks = await claim();
    await add('b');
    await queue.finish(tasks);
    expect(idsOf(await claim())).toEqual(['b']);
  });

  it('tries again later, and gives up after some attempts', async () => {
    await add('a');
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      await queue.postpone(await claim(), { error: 'no good', counts: true });
      expect(await claim()).toEqual([]);
      await letTimePass();
    }
    expect(await claim()).toEqual([]);
    expect(await queue.counts()).toEqual({ pending: 0, failed: 1 });
    expect(await queue.isEmpty()).toBe(true);

    await add('a');
    expect(await claim()).toMatchObject([{ id: 'a', attempts: 0 }]);
  });

  it('tries for ever what the servers are to blame for', async () => {
    await add('a');
    for (let attempt = 1; attempt <= 2 * MOST_ATTEMPTS; attempt++) {
      await queue.postpone(await claim(), { error: 'away', counts: false });
      await letTimePass();
    }
    expect(await queue.counts()).toEqual({ pending: 1, failed: 0 });
  });

  it('takes thousands at once', async () => {
    await add(...Array.from({ length: 3_000 }, (_, i) => `r${i}`));
    expect((await queue.counts()).pending).toBe(3_000);
  });

  it('lets one of several instances have the turn', async () => {
    const state = new SearchStateRepository(database);
    await database.deleteFrom('search_state').execute();
    const at = (seconds: number) =>
      state.takeTurn('reports_checked_at', 30_000, new Date(1e12 + seconds * 1000));
    expect([await at(0), await at(0), await at(29)]).toEqual([true, false, false]);
    expect([await at(30), await at(31)]).toEqual([true, false]);
  });
});
