import { clientWith, logIn, makeAccount, PASSWORD } from '../support/accounts';
import { expectDocumented } from '../support/openapi';
import { type RunningService, startService } from '../support/service';

interface Answer {
  id: string;
  errors?: { loc: string[]; type: string }[];
}

const person = (more: object = {}) => ({
  username: 'mai.nguyen',
  email: 'Mai@City.example',
  password: PASSWORD,
  full_name: 'Nguyễn Thị Mai',
  ...more,
});

describe('POST /auth/register', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ AUTH_ENABLED: 'true', REGISTRATION_ENABLED: 'true' });
  });
  afterAll(() => service.stop());

  async function register(body: object) {
    const answer = await clientWith(service).post<Answer>('/auth/register', body);
    expectDocumented('register', answer);
    return answer;
  }

  const countUsers = async () => {
    const admin = adminToken ?? (adminToken = (await makeAccount(service, 'admin', 'admin')).token);
    const { data } = await clientWith(service, { token: admin }).get<{ total: number }>('/api/v1/users');
    return data.total;
  };
  let adminToken: string | undefined;

  it('makes an account of a citizen, who can log in', async () => {
    const { status, data } = await register(person());
    expect({ status, data }).toEqual({
      status: 201,
      data: {
        id: expect.any(String) as string,
        username: 'mai.nguyen',
        email: 'Mai@City.example',
        full_name: 'Nguyễn Thị Mai',
        role: 'citizen',
        active: true,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      },
    });
    const token = await logIn(service, 'mai@city.example');
    const me = await clientWith(service, { token }).get('/api/v1/users/me');
    expect(me.data).toEqual(data);
  });

  it.each<[string, string, object]>([
    ['role', 'a role', { role: 'admin' }],
    ['id', 'an id', { id: '1' }],
    ['username', 'the same username', { email: 'other@city.example' }],
    ['username', 'the username in capitals', { username: 'MAI.NGUYEN', email: 'other@city.example' }],
    ['username', 'a look-alike of it', { username: 'mаi.nguyen', email: 'other@city.example' }],
    ['username', 'a full-width look-alike', { username: 'ｍai.nguyen' }],
    ['username', 'a header in it', { username: 'mai\r\nX-Role: admin' }],
    ['username', 'no username', { username: undefined }],
    ['username', 'a number for it', { username: 12345 }],
    ['email', 'the same e-mail', { username: 'other' }],
    ['email', 'the e-mail in capitals', { username: 'other', email: 'MAI@CITY.EXAMPLE' }],
    ['email', 'a look-alike of it', { username: 'other', email: 'mаi@city.example' }],
    ['email', 'no e-mail', { email: 'nobody' }],
    ['email', 'two e-mails', { email: 'a@city.example,b@city.example' }],
    ['email', 'a header in it', { email: 'a@city.example\r\nBcc: b@city.example' }],
    ['password', 'a password of 0 characters', { password: '' }],
    ['password', 'a password of 7 characters', { password: '1234567' }],
    ['password', 'a password of 129 characters', { password: 'p'.repeat(129) }],
    ['password', 'a password of 100,000 characters', { password: 'p'.repeat(100_000) }],
    ['password', 'a password with NUL', { password: 'password\0' }],
    ['password', 'null for a password', { password: null }],
    ['full_name', 'a name with a line feed and NUL', { full_name: 'a\0b' }],
  ])('refuses by %s: %s', async (field, _what, more) => {
    const before = await countUsers();
    const { status, data } = await register(person(more));
    expect(status).toBe(422);
    expect(data.errors?.map(({ loc }) => loc)).toContainEqual(['body', field]);
    expect(JSON.stringify(data)).not.toContain('p'.repeat(100));
    expect(await countUsers()).toBe(before);
  });

  it.each([
    [8, '12345678'],
    [128, 'p'.repeat(128)],
    [8, '💡'.repeat(8)],
  ])('takes a password of %d characters', async (length, password) => {
    const username = `user${length}${Buffer.from(password).toString('hex').slice(0, 4)}`;
    expect((await register({ username, email: `${username}@x.example`, password })).status).toBe(201);
    expect(await logIn(service, username, password)).toEqual(expect.any(String));
  });

  it('gives a name to one of many who ask for it at once', async () => {
    const before = await countUsers();
    const asked = Array.from({ length: 8 }, (_, i) =>
      register(person({ username: 'wanted', email: `wanted${i}@city.example` })),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 422, 422, 422, 422, 422, 422, 422]);
    expect(await countUsers()).toBe(before + 1);
  });

  it('is closed unless it is opened', async () => {
    const closed = await startService();
    const answer = await clientWith(closed).post('/auth/register', person());
    expectDocumented('register', answer);
    expect(answer.status).toBe(403);
    await closed.stop();
  });
});
