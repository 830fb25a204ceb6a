import type { Kysely } from 'kysely';
import { generateKey } from '../../src/auth/api-keys/api-key';
import { ApiKeysRepository, type NewApiKey } from '../../src/auth/api-keys/api-keys.repository';
import { openDatabase } from '../../src/database/open-database';
import type { Tables } from '../../src/database/tables';
import { UsersRepository } from '../../src/users/users.repository';
import { DATABASES, type TestDatabase } from '../support/databases';

describe.each(DATABASES)('ApiKeysRepository on %s', (_name, open) => {
  let testDatabase: TestDatabase;
  let database: Kysely<Tables>;
  let keys: ApiKeysRepository;
  let owner: string;
  beforeAll(async () => {
    testDatabase = await open();
    database = await openDatabase(testDatabase.settings);
    keys = new ApiKeysRepository(database);
  });
  afterAll(async () => {
    await database.destroy();
    await testDatabase.remove();
  });
  beforeEach(async () => {
    await database.deleteFrom('users').execute();
    const ada = {
      username: 'ada',
      email: null,
      full_name: null,
      role: 'citizen',
      password_hash: 'x',
    } as const;
    owner = (await new UsersRepository(database).insert(ada))?.id ?? '';
  });

  const newKey = (name: string): NewApiKey => {
    const { prefix, hash } = generateKey();
    return { user_id: owner, name, description: null, prefix, hash };
  };

  it('finds a key by its prefix, in its own case only', async () => {
    const key = await keys.insert(newKey('app'), 10);
    const prefix = key?.prefix ?? '';
    expect(await keys.findByPrefix(prefix)).toEqual(key);
    expect(await keys.findByPrefix(prefix.toUpperCase())).toBeUndefined();
  });

  it('lists and removes the keys of their owner alone', async () => {
    const first = await keys.insert(newKey('first'), 10);
    const second = await keys.insert(newKey('second'), 10);
    expect((await keys.listOf(owner)).map(({ name }) => name)).toEqual(['first', 'second']);
    expect(await keys.listOf('somebody else')).toEqual([]);
    expect(await keys.remove(first?.id ?? '', 'somebody else')).toBe(false);
    expect(await keys.remove(first?.id ?? '', owner)).toBe(true);
    expect(await keys.remove(first?.id ?? '', owner)).toBe(false);
    expect(await keys.listOf(owner)).toEqual([second]);
  });

  it('holds an owner to the limit, also when keys are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, (_, i) => keys.insert(newKey(`key ${i}`), 3)));
    expect(made.filter(Boolean)).toHaveLength(3);
  });

  it('drops the keys with their owner', async () => {
    const key = await keys.insert(newKey('app'), 10);
    await database.deleteFrom('users').where('id', '=', owner).execute();
    expect(await keys.findByPrefix(key?.prefix ?? '')).toBeUndefined();
  });

  it('notes to the minute when a key was used', async () => {
    const { prefix = '' } = (await keys.insert(newKey('app'), 10)) ?? {};
    const used = async (at: string) => {
      const key = await keys.findByPrefix(prefix);
      if (key) await keys.noteUsed(key, new Date(at));
      return (await keys.findByPrefix(prefix))?.last_used_at;
    };
    expect(await used('2026-01-01T10:00:00.000Z')).toBe('2026-01-01T10:00:00.000Z');
    expect(await used('2026-01-01T10:00:59.999Z')).toBe('2026-01-01T10:00:00.000Z');
    expect(await used('2026-01-01T10:01:00.000Z')).toBe('2026-01-01T10:01:00.000Z');
  });
});
