import { createHash } from 'node:crypto';
import { Kysely } from 'kysely';
import type { Tables } from '../../src/database/tables';
import { UsersService } from '../../src/users/users.service';
import { type Account, clientWith, expired, makeAccount, makeApiKey } from '../support/accounts';
import { expectDocumented } from '../support/openapi';
import { type RunningService, startService } from '../support/service';

interface Keys {
  api_keys: { id: string; name: string; last_used_at: string | null }[];
}

const ME = '/api/v1/users/me';

describe('API keys', () => {
  let service: RunningService;
  let ada: Account;
  let eve: Account;
  beforeAll(async () => {
    service = await startService({ AUTH_ENABLED: 'true' });
    ada = await makeAccount(service, 'ada', 'city_official');
    eve = await makeAccount(service, 'eve', 'citizen');
  });
  afterAll(() => service.stop());

  const statusWith = async (apiKey: string) => (await clientWith(service, { apiKey }).get(ME)).status;

  it('are shown once and stored as a hash', async () => {
    const description = 'Reads the water levels';
    const answer = await clientWith(service, ada).post<Record<string, string>>('/users/api-keys', {
      name: 'Sensor gateway',
      description,
    });
    expectDocumented('createApiKey', answer);
    const { key = '', id = '', prefix = '' } = answer.data;
    expect(answer).toMatchObject({ status: 201, data: { name: 'Sensor gateway', description } });
    expect(key.startsWith(prefix)).toBe(true);

    const stored = await service.app
      .get<Kysely<Tables>>(Kysely, { strict: false })
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored.hash).toBe(createHash('sha256').update(key).digest('hex'));
    expect(JSON.stringify(stored)).not.toContain(key.slice(prefix.length + 1));

    const list = await clientWith(service, ada).get<Keys>('/users/api-keys');
    expectDocumented('listApiKeys', list);
    expect(list.data.api_keys.map((listed) => listed.id)).toContain(id);
    expect(JSON.stringify(list.data)).not.toContain(key);
  });

  it('have the role of their owner, and note when they were used', async () => {
    const { id, key } = await makeApiKey(service, ada.token);
    expect((await clientWith(service, { apiKey: key }).get('/admin/stats')).status).toBe(200);
    expect((await clientWith(service, { apiKey: key }).get('/api/v1/users')).status).toBe(403);
    const { data } = await clientWith(service, ada).get<Keys>('/users/api-keys');
    expect(data.api_keys.find((listed) => listed.id === id)?.last_used_at).toEqual(expect.any(String));
  });

  it('are taken from the query too, and kept out of log and links', async () => {
    const { key } = await makeApiKey(service, ada.token);
    const { status } = await clientWith(service).get(`${ME}?api_key=${key}`);
    expect(status).toBe(200);
    for (const name of ['a', 'b']) {
      const entity = { id: `urn:ngsi-ld:Bench:${name}`, type: 'Bench' };
      await clientWith(service, ada).post('/ngsi-ld/v1/entities', entity);
    }
    const page = await clientWith(service).get(`/ngsi-ld/v1/entities?type=Bench&limit=1&api_key=${key}`);
    expect(page).toMatchObject({ status: 200, headers: { link: expect.stringContaining('next') as string } });
    expect(JSON.stringify(page.headers)).not.toContain(key);
    expect(JSON.stringify(service.log)).not.toContain(key);
  });

  it.each<[string, (key: string) => string]>([
    ['in capitals', (key) => key.toUpperCase()],
    ['in lower case', (key) => key.toLowerCase()],
    ['with another end', (key) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    ['cut short', (key) => key.slice(0, -1)],
    ['its prefix alone', (key) => key.slice(0, 18)],
    ['with more behind it', (key) => `${key}x`],
    ['of 10,000 characters', (key) => key.repeat(100)],
    ['SQL', () => `' OR prefix LIKE 'civic_%`],
  ])('are refused when wrong: %s', async (_what, change) => {
    const { key } = await makeApiKey(service, ada.token);
    expect(await statusWith(change(key))).toBe(401);
  });

  it('are refused once revoked, once their owner is disabled, and not by the password', async () => {
    const { id, key } = await makeApiKey(service, eve.token);
    const revoked = await clientWith(service, eve).delete(`/users/api-keys/${id}`);
    expectDocumented('revokeApiKey', revoked);
    expect([revoked.status, await statusWith(key)]).toEqual([204, 401]);

    const users = service.app.get(UsersService, { strict: false });
    const bob = await makeAccount(service, 'bob', 'citizen');
    const { key: other } = await makeApiKey(service, bob.token);
    await users.setPassword(bob.id, 'another password');
    expect(await statusWith(other)).toBe(200);
    await users.change(bob.id, { active: false });
    expect(await statusWith(other)).toBe(401);
  });

  it('are revoked by nobody but their owner', async () => {
    const { id, key } = await makeApiKey(service, ada.token);
    expect((await clientWith(service, eve).delete(`/users/api-keys/${id}`)).status).toBe(404);
    expect((await clientWith(service, eve).delete('/users/api-keys/%00')).status).toBe(404);
    expect(await statusWith(key)).toBe(200);
  });

  it('cannot make other keys', async () => {
    const { key } = await makeApiKey(service, ada.token);
    const answer = await clientWith(service, { apiKey: key }).post('/users/api-keys', { name: 'another' });
    expectDocumented('createApiKey', answer);
    expect(answer.status).toBe(403);
  });

  it.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a name of 101 characters', { name: 'n'.repeat(101) }],
    ['a key of one’s own', { name: 'mine', key: 'civic_mine' }],
    ['an owner', { name: 'mine', user_id: '1' }],
  ])('are not made with %s', async (_what, body) => {
    const answer = await clientWith(service, eve).post('/users/api-keys', body);
    expectDocumented('createApiKey', answer);
    expect(answer.status).toBe(422);
  });

  it('are at most 100 of one account', async () => {
    const cyd = await makeAccount(service, 'cyd', 'citizen');
    for (let i = 0; i < 100; i++) await makeApiKey(service, cyd.token);
    const answer = await clientWith(service, cyd).post('/users/api-keys', { name: 'one more' });
    expectDocumented('createApiKey', answer);
    expect(answer.status).toBe(422);
  });

  describe('beside an access token', () => {
    const with2 = async (token: string, apiKey: string) =>
      clientWith(service, { token, apiKey }).get<{ username: string }>(ME);

    it('leave the say to the token when both are right', async () => {
      const { key } = await makeApiKey(service, ada.token);
      expect(await with2(eve.token, key)).toMatchObject({ status: 200, data: { username: 'eve' } });
    });

    it('are refused together when one is wrong', async () => {
      const { key } = await makeApiKey(service, ada.token);
      expect((await with2(expired(service, eve.token), key)).status).toBe(401);
      expect((await with2(eve.token, `${key}x`)).status).toBe(401);
      expect((await clientWith(service, eve).get(`${ME}?api_key=wrong`)).status).toBe(401);
      expect((await clientWith(service, eve).get(`${ME}?api_key=${key}&api_key=${key}`)).status).toBe(401);
    });
  });
});
