import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '../../src/common/sqlite/database';
import { type TemporaryBroker, temporaryBroker } from './temporary-broker';

const DAY = 86_400_000_000;
const property = (value: number) => ({ type: 'Property', value }) as const;

describe('the retention of history', () => {
  let temporary: TemporaryBroker;
  beforeEach(() => {
    temporary = temporaryBroker();
  });
  afterEach(() => temporary.remove());

  const values = async (id: string, attribute: string) => {
    const page = await temporary.broker.history.find(
      id,
      { timeProperty: 'modifiedAt' },
      { pageSize: 10_000 },
    );
    return page?.entities[0]?.instances
      .filter((row) => row.attribute === attribute)
      .map(({ body }) => (JSON.parse(body) as { value: number }).value);
  };

  async function waitFor(condition: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 200; tries += 1) {
      if (await condition()) return;
      await delay(25);
    }
    throw new Error('it did not happen');
  }

  /** Makes all that is in the store so many days older, and opens it again with a retention. */
  async function age(days: number, temporalRetentionDays: number): Promise<void> {
    const database = new Database(join(temporary.dataDirectory, 'broker', 'default.sqlite'));
    for (const table of ['attribute_instance', 'entity']) {
      database.run(`UPDATE ${table} SET modified_at = modified_at - ?`, days * DAY);
    }
    database.close();
    await temporary.reopen({ temporalRetentionDays });
  }

  it('removes what is older, but for the last value of what exists', async () => {
    const { broker } = temporary;
    await broker.create({ id: 'urn:x:lives', type: 'T', a: property(1), b: property(1) });
    for (const n of [2, 3]) {
      await broker.updateAttribute('urn:x:lives', 'a', undefined, () => property(n));
    }
    await broker.create({ id: 'urn:x:gone', type: 'T', a: property(1) });
    await broker.delete('urn:x:gone');
    const many = Array.from({ length: 1200 }, (_, n) => ({
      attribute: 'n',
      instance: property(n),
      deleted: 0 as const,
    }));
    await broker.history.write({ id: 'urn:x:past', types: ['T'], instances: many });
    await age(40, 30);
    await temporary.broker.updateAttribute('urn:x:lives', 'b', undefined, () => property(2));

    await waitFor(async () => (await values('urn:x:past', 'n')) === undefined);
    expect(await values('urn:x:gone', 'a')).toBeUndefined();
    expect(await values('urn:x:lives', 'a')).toEqual([3]);
    expect((await values('urn:x:lives', 'b'))?.at(-1)).toBe(2);
    expect(temporary.broker.find('urn:x:lives')).toBeDefined();
  });

  it('forgets entities that are gone and had no attributes', async () => {
    const { broker } = temporary;
    await broker.create({ id: 'urn:x:lives', type: 'T', a: property(1) });
    await broker.create({ id: 'urn:x:gone', type: 'T' });
    await broker.delete('urn:x:gone');
    expect(await values('urn:x:gone', 'a')).toEqual([]);
    await age(40, 30);
    await waitFor(async () => (await values('urn:x:gone', 'a')) === undefined);
  });

  it('keeps all for ever unless it is told otherwise', async () => {
    await temporary.broker.create({ id: 'urn:x:lives', type: 'T', a: property(1) });
    await temporary.broker.updateAttribute('urn:x:lives', 'a', undefined, () => property(2));
    await age(4000, 0);
    await delay(200);
    expect(await values('urn:x:lives', 'a')).toEqual([1, 2]);
  });
});
