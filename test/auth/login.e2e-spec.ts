import { UsersService } from '../../src/users/users.service';
import { clientWith, makeAccount, PASSWORD } from '../support/accounts';
import { expectDocumented } from '../support/openapi';
import { type RunningService, startService } from '../support/service';

interface Token {
  access_token: string;
  token_type: string;
  expires_in: number;
}

describe('POST /auth/login', () => {
  let service: RunningService;
  let addresses = 0;
  beforeAll(async () => {
    service = await startService({ TRUST_PROXY: '1', JWT_EXPIRES_MINUTES: '45' });
    for (const name of ['ada', 'bob', 'cyd', 'dan']) await makeAccount(service, name, 'citizen');
  });
  afterAll(() => service.stop());

  /** From an address of its own, unless one is given. */
  async function logIn(username: unknown, password: unknown, address?: string) {
    addresses += 1;
    const headers = { 'X-Forwarded-For': address ?? `10.${addresses >> 8}.0.${addresses & 255}` };
    const answer = await clientWith(service).post<Token>('/auth/login', { username, password }, { headers });
    expectDocumented('logIn', answer);
    return answer;
  }

  it.each(['ada', 'ADA', 'ada@city.example', 'Ada@City.Example'])('lets %s in', async (name) => {
    const { status, data } = await logIn(name, PASSWORD);
    expect({ status, data }).toEqual({
      status: 200,
      data: { access_token: expect.any(String) as string, token_type: 'bearer', expires_in: 2700 },
    });
  });

  it('takes a password however its letters are composed', async () => {
    const password = 'mật khẩu tiếng Việt';
    const users = service.app.get(UsersService, { strict: false });
    await users.create({ username: 'viet', role: 'citizen', password: password.normalize('NFC') });
    expect((await logIn('viet', password.normalize('NFD'))).status).toBe(200);
  });

  it.each<[string, unknown, unknown]>([
    ['a wrong password', 'ada', `${PASSWORD}!`],
    ['the password in capitals', 'ada', PASSWORD.toUpperCase()],
    ['a password of 7 characters', 'ada', '1234567'],
    ['an account that does not exist', 'nobody', PASSWORD],
    ['an e-mail that nobody has', 'nobody@city.example', PASSWORD],
    ['a Cyrillic look-alike', 'аdа', PASSWORD],
    ['the Kelvin sign, which folds to k', '\u212aate', PASSWORD],
    ['SQL', "' OR '1'='1' --", PASSWORD],
    ['a header', 'ada\r\nX-Injected: 1', PASSWORD],
    ['NUL', 'ada\0', PASSWORD],
    ['half a surrogate pair', '\ud83d', PASSWORD],
  ])('answers alike to %s', async (_what, username, password) => {
    const { status, data, headers } = await logIn(username, password);
    expect({ status, data }).toEqual({
      status: 401,
      data: {
        status_code: 401,
        error_type: 'Unauthorized',
        detail: 'the username or the password is wrong',
        request_id: headers['x-request-id'] as string,
      },
    });
    expect(headers).not.toHaveProperty('x-injected');
  });

  it('answers alike to a disabled account', async () => {
    const users = service.app.get(UsersService, { strict: false });
    const eve = await makeAccount(service, 'eve', 'citizen');
    await users.change(eve.id, { active: false });
    expect(await logIn('eve', PASSWORD)).toMatchObject({
      status: 401,
      data: { detail: 'the username or the password is wrong' },
    });
  });

  it.each<[string, unknown, unknown]>([
    ['no password', 'ada', undefined],
    ['an empty password', 'ada', ''],
    ['a password of 100,000 characters', 'ada', 'p'.repeat(100_000)],
    ['a password that is no text', 'ada', { $ne: '' }],
    ['no username', undefined, PASSWORD],
    ['a username of 100,000 characters', 'a'.repeat(100_000), PASSWORD],
    ['a username that is no text', ['ada'], PASSWORD],
  ])('refuses %s', async (_what, username, password) => {
    expect((await logIn(username, password)).status).toBe(422);
  });

  it('logs no password and no token', async () => {
    const { data } = await logIn('ada', PASSWORD);
    await logIn('ada', 'a wrong password');
    const log = JSON.stringify(service.log);
    expect(log).toContain('/auth/login');
    for (const secret of [PASSWORD, 'a wrong password', data.access_token]) expect(log).not.toContain(secret);
  });

  it('slows down guessing an account from one address, and lets others in meanwhile', async () => {
    for (let i = 0; i < 6; i++) expect((await logIn('bob', `guess ${i}`, '192.0.2.1')).status).toBe(401);
    const { status, data, headers } = await logIn('bob', PASSWORD, '192.0.2.1');
    expect({ status, data }).toMatchObject({ status: 429, data: { error_type: 'RateLimitExceeded' } });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await logIn('bob', PASSWORD, '192.0.2.2')).status).toBe(200);
    expect((await logIn('ada', PASSWORD, '192.0.2.1')).status).toBe(200);
  });

  it('slows down guessing an account that does not exist in the same way', async () => {
    for (let i = 0; i < 6; i++) await logIn('nobody.there', `guess ${i}`, '192.0.2.3');
    expect((await logIn('nobody.there', PASSWORD, '192.0.2.3')).status).toBe(429);
  });

  it('counts tries that are made at once', async () => {
    const tries = Array.from({ length: 20 }, (_, i) => logIn('cyd', `guess ${i}`, '192.0.2.4'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(6);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  });

  it('slows down guessing an account from many addresses', async () => {
    for (let i = 0; i < 21; i++) expect((await logIn('dan', `guess ${i}`)).status).toBe(401);
    expect((await logIn('dan', PASSWORD)).status).toBe(429);
  });

  it('slows down trying one password on many accounts', async () => {
    for (let i = 0; i < 51; i++) await logIn(`account${i}`, 'password', '192.0.2.5');
    expect((await logIn('account99', 'password', '192.0.2.5')).status).toBe(429);
  });

  it('does not believe a forged address without TRUST_PROXY', async () => {
    const direct = await startService();
    const post = (i: number) =>
      clientWith(direct).post(
        '/auth/login',
        { username: 'ada', password: 'wrong' },
        { headers: { 'X-Forwarded-For': `203.0.113.${i}` } },
      );
    for (let i = 0; i < 6; i++) expect((await post(i)).status).toBe(401);
    expect((await post(6)).status).toBe(429);
    await direct.stop();
  });
});
