import type { Kysely } from 'kysely';
import { openDatabase } from '../../src/database/open-database';
import type { Tables } from '../../src/database/tables';
import { LastAdministratorError, type NewUser, UsersRepository } from '../../src/users/users.repository';
import { DATABASES, type TestDatabase } from '../support/databases';

const person = (username: string, more: Partial<NewUser> = {}): NewUser => ({
  username,
  email: `${username}@city.example`,
  full_name: null,
  role: 'citizen',
  password_hash: 'hash',
  ...more,
});

describe.each(DATABASES)('UsersRepository on %s', (_name, open) => {
  let testDatabase: TestDatabase;
  let database: Kysely<Tables>;
  let users: UsersRepository;
  beforeAll(async () => {
    testDatabase = await open();
    database = await openDatabase(testDatabase.settings);
    users = new UsersRepository(database);
  });
  afterAll(async () => {
    await database.destroy();
    await testDatabase.remove();
  });
  beforeEach(() => database.deleteFrom('users').execute());

  const insert = async (user: NewUser) => {
    const inserted = await users.insert(user);
    if (inserted === undefined) throw new Error(`${user.username} is taken`);
    return inserted;
  };

  it('stores an account and finds it by id, username and e-mail in any case', async () => {
    const ada = await insert(person('ada', { email: 'Ada@City.example', full_name: 'Ada Lý' }));
    expect(ada).toMatchObject({ email: 'Ada@City.example', full_name: 'Ada Lý', disabled_at: null });
    expect(await users.findById(ada.id)).toEqual(ada);
    expect(await users.findByUsername('ada')).toEqual(ada);
    expect(await users.findByEmail('aDA@city.EXAMPLE')).toEqual(ada);
    expect(await users.findByEmail('nobody@city.example')).toBeUndefined();
  });

  it('takes quotes and SQL for text', async () => {
    const name = `Robert'); DROP TABLE users;-- "%_\\`;
    const robert = await insert(person('robert', { full_name: name }));
    expect(robert.full_name).toBe(name);
    expect(await users.findByUsername(`' OR '1'='1`)).toBeUndefined();
  });

  it('lets one of many have a username, and one an e-mail in any case', async () => {
    const sameName = Array.from({ length: 8 }, (_, i) =>
      users.insert(person('ada', { email: `${i}@x.example` })),
    );
    expect((await Promise.all(sameName)).filter(Boolean)).toHaveLength(1);
    const sameEmail = ['eve@x.example', 'EVE@x.example', 'Eve@X.example'].map((email, i) =>
      users.insert(person(`eve${i}`, { email })),
    );
    expect((await Promise.all(sameEmail)).filter(Boolean)).toHaveLength(1);
  });

  it('holds any number of accounts without e-mail', async () => {
    await insert(person('one', { email: null }));
    await insert(person('two', { email: null }));
    expect((await users.list({ limit: 10, offset: 0 })).total).toBe(2);
  });

  it('lists pages by age, of one role or of all, with the true total', async () => {
    for (const name of ['ada', 'bob', 'cy', 'dan']) {
      await insert(person(name, { role: name === 'bob' ? 'admin' : 'citizen' }));
    }
    const names = async (page: Parameters<UsersRepository['list']>[0]) => {
      const { users: found, total } = await users.list(page);
      return [found.map(({ username }) => username), total];
    };
    expect(await names({ limit: 2, offset: 1 })).toEqual([['bob', 'cy'], 4]);
    expect(await names({ role: 'citizen', limit: 2, offset: 2 })).toEqual([['dan'], 3]);
    expect(await names({ role: 'city_official', limit: 2, offset: 0 })).toEqual([[], 0]);
    expect(await names({ limit: 2, offset: 100 })).toEqual([[], 4]);
  });

  it('ends tokens when an account is disabled, once, and not when it is enabled again', async () => {
    const ada = await insert(person('ada'));
    const disabled = await users.change(ada.id, { active: false });
    expect(disabled).toMatchObject({ token_version: 1, disabled_at: expect.any(String) as string });
    expect(await users.change(ada.id, { active: false })).toEqual(disabled);
    expect(await users.change(ada.id, { active: true })).toMatchObject({
      token_version: 1,
      disabled_at: null,
    });
  });

  it('ends tokens when a password is set', async () => {
    const ada = await insert(person('ada'));
    expect(await users.setPasswordHash(ada.id, 'other')).toBe(true);
    expect(await users.findById(ada.id)).toMatchObject({ token_version: 1, password_hash: 'other' });
    expect(await users.setPasswordHash('nobody', 'other')).toBe(false);
  });

  it('changes the role, and nothing of an account that is not there', async () => {
    const ada = await insert(person('ada'));
    expect(await users.change(ada.id, { role: 'admin' })).toMatchObject({ role: 'admin', token_version: 0 });
    expect(await users.change('nobody', { role: 'admin' })).toBeUndefined();
  });

  it('keeps the last active administrator', async () => {
    const ada = await insert(person('ada', { role: 'admin' }));
    const bob = await insert(person('bob', { role: 'admin' }));
    await users.change(bob.id, { active: false });
    await expect(users.change(ada.id, { role: 'citizen' })).rejects.toThrow(LastAdministratorError);
    await expect(users.change(ada.id, { active: false })).rejects.toThrow(LastAdministratorError);
    expect(await users.change(ada.id, { role: 'admin', active: true })).toMatchObject({ role: 'admin' });
    expect(await users.change(bob.id, { role: 'citizen' })).toMatchObject({ role: 'citizen' });
  });

  it('keeps one administrator when all are demoted at once', async () => {
    const admins = [];
    for (const name of ['ada', 'bob', 'cy']) admins.push(await insert(person(name, { role: 'admin' })));
    const changes = await Promise.allSettled(admins.map(({ id }) => users.change(id, { role: 'citizen' })));
    expect(changes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect((await users.list({ role: 'admin', limit: 10, offset: 0 })).total).toBe(1);
    expect(await users.findAdministrator()).toMatchObject({ role: 'admin' });
  });

  it('notes to the hour when an account was seen', async () => {
    const ada = await insert(person('ada'));
    const seen = async (at: string) => {
      const user = await users.findById(ada.id);
      if (user) await users.noteSeen(user, new Date(at));
      return (await users.findById(ada.id))?.last_seen_at;
    };
    expect(await seen('2026-01-01T10:00:00.000Z')).toBe('2026-01-01T10:00:00.000Z');
    expect(await seen('2026-01-01T10:59:59.999Z')).toBe('2026-01-01T10:00:00.000Z');
    expect(await seen('2026-01-01T11:00:00.000Z')).toBe('2026-01-01T11:00:00.000Z');
  });

  it('counts the accounts, and those that were used since a point in time', async () => {
    const [ada, mai] = [await insert(person('ada')), await insert(person('mai'))];
    await insert(person('linh'));
    await users.noteSeen(ada, new Date('2026-01-01T10:00:00Z'));
    await users.noteSeen(mai, new Date('2026-01-01T09:59:59.999Z'));
    expect(await users.count(new Date('2026-01-01T10:00:00Z'))).toEqual({ total: 3, active: 1 });
  });
});
