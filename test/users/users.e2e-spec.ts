import { type Account, clientWith, logIn, makeAccount } from '../support/accounts';
import { expectDocumented } from '../support/openapi';
import { type RunningService, startService, temporaryDirectory } from '../support/service';

interface Users {
  users: { username: string; role: string; active: boolean }[];
  total: number;
  limit: number;
  offset: number;
}

describe('/api/v1/users', () => {
  let service: RunningService;
  let admin: Account;
  let citizen: Account;
  beforeAll(async () => {
    service = await startService({ AUTH_ENABLED: 'true' });
    admin = await makeAccount(service, 'admin', 'admin');
    citizen = await makeAccount(service, 'citizen', 'citizen');
    for (const name of ['ada', 'bob']) await makeAccount(service, name, 'city_official');
  });
  afterAll(() => service.stop());

  const list = async (query = '') => {
    const answer = await clientWith(service, admin).get<Users>(`/api/v1/users${query}`);
    expectDocumented('listUsers', answer);
    return answer;
  };
  const change = async (id: string, body: unknown) => {
    const answer = await clientWith(service, admin).patch<Record<string, unknown>>(
      `/api/v1/users/${id}`,
      body,
    );
    expectDocumented('changeUser', answer);
    return answer;
  };

  it('lists pages, of a role or of all, without a word of passwords', async () => {
    const { data } = await list('?limit=2&offset=1');
    expect(data).toMatchObject({
      total: 4,
      limit: 2,
      offset: 1,
      users: [{ username: 'citizen' }, { username: 'ada' }],
    });
    expect((await list('?role=city_official&page=2&limit=1')).data).toMatchObject({
      total: 2,
      users: [{ username: 'bob' }],
    });
    expect((await list('?offset=1000')).data).toMatchObject({ total: 4, users: [] });
    expect(JSON.stringify((await list()).data)).not.toMatch(/argon2|password|token_version/);
  });

  it.each(['?role=king', '?limit=0', '?limit=1001', '?offset=-1', '?offset=0&page=1', '?name=ada', '?role='])(
    'refuses %s',
    async (query) => {
      expect((await list(query)).status).toBe(422);
    },
  );

  it('changes a role from the next request on', async () => {
    const statusOfStats = async () => (await clientWith(service, citizen).get('/admin/stats')).status;
    expect(await statusOfStats()).toBe(403);
    expect(await change(citizen.id, { role: 'city_official' })).toMatchObject({
      status: 200,
      data: { id: citizen.id, role: 'city_official', active: true },
    });
    expect(await statusOfStats()).toBe(200);
    await change(citizen.id, { role: 'citizen' });
    expect(await statusOfStats()).toBe(403);
  });

  it('disables an account at once', async () => {
    const eve = await makeAccount(service, 'eve', 'citizen');
    expect((await change(eve.id, { active: false })).data).toMatchObject({ active: false });
    expect((await clientWith(service, eve).get('/api/v1/users/me')).status).toBe(401);
    await change(eve.id, { active: true });
    const token = await logIn(service, 'eve');
    expect((await clientWith(service, { token }).get('/api/v1/users/me')).status).toBe(200);
  });

  it('keeps the last active administrator', async () => {
    for (const body of [{ role: 'citizen' }, { active: false }]) {
      const { status, data } = await change(admin.id, body);
      expect({ status, data }).toMatchObject({
        status: 422,
        data: { errors: [{ type: 'lastAdministrator' }] },
      });
    }
    expect((await list()).status).toBe(200);
  });

  it.each([
    ['nothing', {}],
    ['an unknown role', { role: 'king' }],
    ['null', { role: null }],
    ['a text for active', { active: 'false' }],
    ['a password', { password: 'a new password' }],
    ['a username', { username: 'other' }],
  ])('refuses to change %s', async (_what, body) => {
    expect((await change(citizen.id, body)).status).toBe(422);
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'none', '%00', "'--", 'x'.repeat(5000)])(
    'knows nobody of the id %s',
    async (id) => {
      expect((await change(id, { active: true })).status).toBe(404);
    },
  );
});

describe('the first administrator', () => {
  const ADMIN = { ADMIN_USERNAME: 'root.admin', ADMIN_PASSWORD: 'the first password' };

  it('is made at a start that finds none, and left alone later', async () => {
    const { path: DATA_DIR, remove } = temporaryDirectory();
    const first = await startService({ ...ADMIN, DATA_DIR });
    const token = await logIn(first, 'root.admin', 'the first password');
    const me = await clientWith(first, { token }).get('/api/v1/users/me');
    expect(me.data).toMatchObject({ username: 'root.admin', role: 'admin', email: null });
    await first.stop();

    const second = await startService({ ...ADMIN, ADMIN_PASSWORD: 'another password', DATA_DIR });
    await expect(logIn(second, 'root.admin', 'another password')).rejects.toThrow('401');
    expect(await logIn(second, 'root.admin', 'the first password')).toEqual(expect.any(String));
    expect(JSON.stringify(second.log)).not.toContain('password');
    await second.stop();
    remove();
  });
});
