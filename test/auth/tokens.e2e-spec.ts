import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { Role } from '../../src/auth/caller';
import { UsersService } from '../../src/users/users.service';
import { type Account, clientWith, expired, makeAccount, PASSWORD, signedToken } from '../support/accounts';
import { expectDocumented } from '../support/openapi';
import { type RunningService, startService, temporaryDirectory } from '../support/service';

const base64url = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');

describe('access tokens', () => {
  let service: RunningService;
  let ada: Account;
  beforeAll(async () => {
    service = await startService({ AUTH_ENABLED: 'true' });
    ada = await makeAccount(service, 'ada', 'citizen');
  });
  afterAll(() => service.stop());

  const statusOf = async (token: string) =>
    (await clientWith(service, { token }).get('/api/v1/users/me')).status;

  const parts = () => {
    const [head = '', body = '', signature = ''] = ada.token.split('.');
    return { head, body, signature };
  };
  const claims = () =>
    JSON.parse(Buffer.from(parts().body, 'base64url').toString()) as Record<string, unknown>;

  it('carry the claims of the contract', async () => {
    expect(claims()).toEqual({
      sub: ada.id,
      role: 'citizen',
      ver: 0,
      iat: expect.any(Number) as number,
      exp: Number(claims()['iat']) + 3600,
      jti: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      iss: 'civic-issue-service',
      aud: 'civic-issue-service',
    });
    expect(await statusOf(ada.token)).toBe(200);
  });

  it.each<[string, () => string]>([
    ['expired', () => expired(service, ada.token)],
    ['not signed', () => `${base64url({ alg: 'none', typ: 'JWT' })}.${parts().body}.`],
    ['not signed, in capitals', () => `${base64url({ alg: 'NONE', typ: 'JWT' })}.${parts().body}.`],
    ['without its signature', () => `${parts().head}.${parts().body}.`],
    [
      'signed with another key',
      () => {
        const text = `${parts().head}.${parts().body}`;
        return `${text}.${createHmac('sha256', 'another key').update(text).digest('base64url')}`;
      },
    ],
    ['signed with another algorithm and the same key', () => signedToken(service, ada.token, {}, 'HS512')],
    [
      'signed with a private key',
      () => {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        const text = `${base64url({ alg: 'RS256', typ: 'JWT' })}.${parts().body}`;
        return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
      },
    ],
    [
      'with other claims under the old signature',
      () => `${parts().head}.${base64url({ ...claims(), role: 'admin' })}.${parts().signature}`,
    ],
    ['cut short', () => ada.token.slice(0, -5)],
    ['one part of three', () => parts().head],
    ['oversized', () => `${ada.token}${'A'.repeat(8000)}`],
    ['of another issuer', () => signedToken(service, ada.token, { iss: 'another service' })],
    ['for another audience', () => signedToken(service, ada.token, { aud: 'another service' })],
    ['without an end', () => signedToken(service, ada.token, { exp: undefined })],
    [
      'of a user who is gone',
      () => signedToken(service, ada.token, { sub: '00000000-0000-7000-8000-000000000000' }),
    ],
    ['of an older password', () => signedToken(service, ada.token, { ver: -1 })],
    ['of no version', () => signedToken(service, ada.token, { ver: undefined })],
  ])('are refused when %s', async (_what, token) => {
    const answer = await clientWith(service, { token: token() }).get('/api/v1/users/me');
    expectDocumented('getMe', answer);
    expect(answer).toMatchObject({
      status: 401,
      data: { error_type: 'Unauthorized' },
      headers: { 'www-authenticate': 'Bearer' },
    });
  });

  it('hold until their end, but for a small difference of clocks', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect(await statusOf(signedToken(service, ada.token, { exp: now + 600 }))).toBe(200);
    expect(await statusOf(signedToken(service, ada.token, { exp: now - 2 }))).toBe(200);
  });

  it('have no say in the role: that of the account counts, from the next request on', async () => {
    const forged = signedToken(service, ada.token, { role: 'admin' satisfies Role });
    expect((await clientWith(service, { token: forged }).get('/api/v1/users')).status).toBe(403);
    const users = service.app.get(UsersService, { strict: false });
    const eve = await makeAccount(service, 'eve', 'citizen');
    await users.change(eve.id, { role: 'admin' });
    expect((await clientWith(service, { token: eve.token }).get('/api/v1/users')).status).toBe(200);
  });

  it('end when the password changes, and when the account is disabled, for good', async () => {
    const users = service.app.get(UsersService, { strict: false });
    const bob = await makeAccount(service, 'bob', 'citizen');
    await users.setPassword(bob.id, `${PASSWORD}!`);
    expect(await statusOf(bob.token)).toBe(401);

    const cy = await makeAccount(service, 'cy.cy', 'citizen');
    await users.change(cy.id, { active: false });
    expect(await statusOf(cy.token)).toBe(401);
    await users.change(cy.id, { active: true });
    expect(await statusOf(cy.token)).toBe(401);
  });

  it('hold after a restart on the same data directory', async () => {
    const { path: DATA_DIR, remove } = temporaryDirectory();
    const first = await startService({ AUTH_ENABLED: 'true', DATA_DIR });
    const { token } = await makeAccount(first, 'dan', 'citizen');
    await first.stop();
    const second = await startService({ AUTH_ENABLED: 'true', DATA_DIR });
    expect((await clientWith(second, { token }).get('/api/v1/users/me')).status).toBe(200);
    await second.stop();
    remove();
  });
});
