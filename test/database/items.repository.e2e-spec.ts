import type { Kysely } from 'kysely';
import { openDatabase } from '../../src/database/open-database';
import type { Tables } from '../../src/database/tables';
import { ItemsRepository } from '../../src/items/items.repository';
import { DATABASES, type TestDatabase } from '../support/databases';

describe.each(DATABASES)('ItemsRepository on %s', (_name, open) => {
  let testDatabase: TestDatabase;
  let database: Kysely<Tables>;
  let items: ItemsRepository;
  beforeAll(async () => {
    testDatabase = await open();
    database = await openDatabase(testDatabase.settings);
    items = new ItemsRepository(database);
  });
  afterAll(async () => {
    await database.destroy();
    await testDatabase.remove();
  });
  beforeEach(() => database.deleteFrom('items').execute());

  const insert = (name: string) => items.insert({ name, description: null, price: 1, tax: null });

  it.each([
    { name: 'Lamp', description: 'with a pole', price: 149.5, tax: 14.95 },
    { name: "'; drop table items; --", description: null, price: 0, tax: null },
    { name: 'Đèn đường 🚦', description: 'ป้ายจราจร', price: 0.1 + 0.2, tax: 1e-9 },
    { name: 'x', description: null, price: Number.MAX_VALUE, tax: Number.MAX_SAFE_INTEGER },
  ])('gives back %j as it was stored', async (item) => {
    const stored = await items.insert(item);
    expect(stored).toEqual({ id: stored.id, ...item });
    expect(await items.find(stored.id)).toEqual(stored);
  });

  it('finds nothing for what is no id', async () => {
    await insert('Lamp');
    for (const id of ['', '1', '019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55', "' or 1=1 --"]) {
      expect(await items.find(id)).toBeUndefined();
    }
  });

  it('pages through all items once, the oldest first', async () => {
    const names = Array.from({ length: 7 }, (_, i) => `item ${i}`);
    for (const name of names) await insert(name);
    const pages = await Promise.all([0, 3, 6, 9].map((skip) => items.list(skip, 3)));
    expect(pages.flatMap((page) => page.items).map(({ name }) => name)).toEqual(names);
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
  });
});
