import type { AxiosInstance, AxiosResponse } from 'axios';
import { type Account, clientWith, makeAccount, makeApiKey } from '../support/accounts';
import { type RunningService, startService } from '../support/service';

const limitOf = ({ headers }: AxiosResponse) => Number(headers['x-ratelimit-limit']);
const remainingOf = ({ headers }: AxiosResponse) => Number(headers['x-ratelimit-remaining']);

describe('rate limits of callers', () => {
  let service: RunningService;
  let citizen: Account;
  let admin: Account;
  beforeAll(async () => {
    service = await startService({
      RATE_LIMIT_ENABLED: 'true',
      RATE_LIMIT_ANONYMOUS: '50',
      RATE_LIMIT_AUTHENTICATED: '20',
      RATE_LIMIT_ADMIN: '30',
    });
    citizen = await makeAccount(service, 'ada', 'citizen');
    admin = await makeAccount(service, 'grace', 'admin');
  });
  afterAll(() => service.stop());

  const get = (client: AxiosInstance) => client.get('/api/v1/items');

  it('go by role', async () => {
    expect(limitOf(await get(clientWith(service)))).toBe(50);
    expect(limitOf(await get(clientWith(service, citizen)))).toBe(20);
    expect(limitOf(await get(clientWith(service, admin)))).toBe(30);
  });

  it('count all tokens of a user together, and each API key by itself', async () => {
    const user = await makeAccount(service, 'mai', 'city_official');
    const keys = [await makeApiKey(service, user.token), await makeApiKey(service, user.token)];
    const byKey = keys.map(({ key }) => clientWith(service, { apiKey: key }));
    const [first, second] = byKey as [AxiosInstance, AxiosInstance];

    expect(remainingOf(await get(clientWith(service, user)))).toBe(17);
    expect(remainingOf(await get(first))).toBe(19);
    expect(remainingOf(await get(first))).toBe(18);
    expect(remainingOf(await get(second))).toBe(19);
    expect(remainingOf(await get(clientWith(service, user)))).toBe(16);
  });

  it('hold off a user who has used them up, and nobody else at the same address', async () => {
    const user = await makeAccount(service, 'linh', 'citizen');
    const client = clientWith(service, user);
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push((await get(client)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    expect((await get(clientWith(service, citizen))).status).toBe(200);
    expect((await get(clientWith(service))).status).toBe(200);
  });

  it('count credentials that are wrong by address', async () => {
    const before = remainingOf(await get(clientWith(service)));
    const wrongToken = await get(clientWith(service, { token: 'a.b.c' }));
    const wrongKey = await get(clientWith(service, { apiKey: 'nobody' }));
    expect([wrongToken.status, wrongKey.status]).toEqual([401, 401]);
    expect([limitOf(wrongToken), remainingOf(wrongToken)]).toEqual([50, before - 1]);
    expect(remainingOf(wrongKey)).toBe(before - 2);
  });
});

describe('rate limits of single operations', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({
      RATE_LIMIT_ENABLED: 'true',
      RATE_LIMIT_LOGIN: '3',
      RATE_LIMIT_REGISTRATION: '2',
      REGISTRATION_ENABLED: 'true',
    });
  });
  afterAll(() => service.stop());

  it('hold off attempts to log in, also of those who are logged in, and nothing else', async () => {
    const { token } = await makeAccount(service, 'ada', 'citizen');
    const attempts: AxiosResponse[] = [];
    for (const client of [
      clientWith(service),
      clientWith(service, { token }),
      clientWith(service, { token }),
    ]) {
      attempts.push(await client.post('/auth/login', { username: 'nobody', password: 'wrong password' }));
    }
    expect(attempts.map(({ status }) => status)).toEqual([401, 401, 429]);
    expect(attempts.map(limitOf)).toEqual([3, 3, 3]);
    expect(attempts.map(remainingOf)).toEqual([1, 0, 0]);
    expect(attempts[2]?.data).toMatchObject({ error_type: 'RateLimitExceeded' });
    expect(Number(attempts[2]?.headers['retry-after'])).toBeGreaterThan(0);

    const other = await clientWith(service).get('/api/v1/items');
    expect([other.status, limitOf(other)]).toEqual([200, 100]);
  });

  it('hold off attempts to register', async () => {
    const register = (username: string) =>
      clientWith(service).post('/auth/register', {
        username,
        email: `${username}@city.example`,
        password: 'a lamp at night',
      });
    expect([(await register('mai')).status, (await register('linh')).status]).toEqual([201, 201]);
    const third = await register('hoa');
    expect(third.status).toBe(429);
    expect(third.data).toMatchObject({ error_type: 'RateLimitExceeded' });
  });
});

it('without RATE_LIMIT_ENABLED nothing is counted outside production', async () => {
  const service = await startService({ RATE_LIMIT_ANONYMOUS: '1', RATE_LIMIT_LOGIN: '1' });
  for (let i = 0; i < 3; i++) {
    const { status, headers } = await clientWith(service).get('/api/v1/items');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  }
  await service.stop();
});
