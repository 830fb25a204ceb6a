import type { Kysely, Transaction } from 'kysely';
import { openDatabase } from '../../src/database/open-database';
import { SharedTransactions } from '../../src/database/shared-transactions';
import type { Tables } from '../../src/database/tables';
import { DATABASES, type TestDatabase } from '../support/databases';

describe.each(DATABASES)('SharedTransactions on %s', (_name, open) => {
  let testDatabase: TestDatabase;
  let database: Kysely<Tables>;
  let writes: SharedTransactions;
  beforeAll(async () => {
    testDatabase = await open();
    database = await openDatabase(testDatabase.settings);
    writes = new SharedTransactions(database);
  });
  afterAll(async () => {
    await database.destroy();
    await testDatabase.remove();
  });
  beforeEach(async () => {
    await database.deleteFrom('items').execute();
  });

  const insert = async (transaction: Transaction<Tables>, id: string) => {
    const item = { id, name: id, description: null, price: 1, tax: null };
    await transaction.insertInto('items').values(item).execute();
    return id;
  };
  const stored = async () => {
    const rows = await database.selectFrom('items').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  };

  it('does at once what waits at once, and answers each', async () => {
    const transactions = new Set<Transaction<Tables>>();
    const results = await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        writes.run((transaction) => {
          transactions.add(transaction);
          return insert(transaction, id);
        }),
      ),
    );
    expect(results).toEqual(['a', 'b', 'c']);
    expect(transactions.size).toBe(1);
    expect(await stored()).toEqual(['a', 'b', 'c']);
  });

  it('lets the failure of one spoil nothing for the others', async () => {
    const results = await Promise.allSettled([
      writes.run((transaction) => insert(transaction, 'a')),
      writes.run((transaction) => insert(transaction, 'a')),
      writes.run(async (transaction) => {
        await insert(transaction, 'half');
        throw new Error('broken');
      }),
      writes.run((transaction) => insert(transaction, 'b')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('goes on after a pause, in the order of the writes', async () => {
    await writes.run((transaction) => insert(transaction, 'a'));
    const order: string[] = [];
    await Promise.all(
      Array.from({ length: 250 }, (_, i) => `i${i}`).map((id) =>
        writes.run(async (transaction) => void order.push(await insert(transaction, id))),
      ),
    );
    expect(order).toEqual(Array.from({ length: 250 }, (_, i) => `i${i}`));
  });
});
