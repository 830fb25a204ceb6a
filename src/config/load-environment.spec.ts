import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Environment, isAuthEnabled, isRateLimited } from './environment';
import { EnvironmentError, loadEnvironment } from './load-environment';

describe('loadEnvironment', () => {
  const directory = mkdtempSync(join(tmpdir(), 'civic-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const load = (variables: Record<string, string>) => loadEnvironment({ DATA_DIR: directory, ...variables });

  it('needs nothing to be set', () => {
    expect(load({})).toMatchObject({
      PORT: 8000,
      HOST: '127.0.0.1',
      BROKER_URL: undefined,
      NODE_ENV: 'development',
    });
  });

  it('takes an empty variable as not set, and ignores what it does not know', () => {
    const environment = load({ PORT: '', BROKER_URL: ' ', HOME: '/root' });
    expect(environment.PORT).toBe(8000);
    expect(environment.BROKER_URL).toBeUndefined();
  });

  it('converts numbers and drops trailing slashes of addresses', () => {
    const environment = load({ PORT: '9000', BROKER_URL: 'https://broker.example:1026/' });
    expect(environment.PORT).toBe(9000);
    expect(environment.BROKER_URL).toBe('https://broker.example:1026');
  });

  it.each([
    ['http://broker:1026/ngsi-ld/v1', 'http://broker:1026'],
    ['http://broker:1026/ngsi-ld/v1/', 'http://broker:1026'],
    ['http://proxy/orion/ngsi-ld/v1', 'http://proxy/orion'],
    ['http://proxy/orion//', 'http://proxy/orion'],
  ])('takes %s for the broker at %s', (given, root) => {
    expect(load({ BROKER_URL: given }).BROKER_URL).toBe(root);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['HOST', 'localhost:80'],
    ['NODE_ENV', 'staging'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'city.example'],
    ['BROKER_URL', 'ftp://broker'],
    ['BROKER_URL', 'http://'],
    ['BROKER_URL', 'http://user:password@broker'],
    ['BROKER_TENANT', 'a b'],
    ['BROKER_TOKEN', 'line\nbreak'],
    ['BROKER_TIMEOUT_MS', '0'],
    ['ALLOWED_ORIGINS', 'https://city.example/app'],
    ['ALLOWED_ORIGINS', 'city.example'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['BODY_LIMIT', 'much'],
    ['NGSI_LD_CONTEXT', 'context.jsonld'],
    ['RATE_LIMIT_ENABLED', 'yes'],
    ['RATE_LIMIT_ENABLED', 'constructor'],
    ['RATE_LIMIT_ANONYMOUS', '0'],
    ['RATE_LIMIT_ADMIN', '1.5'],
    ['RATE_LIMIT_LOGIN', 'none'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'http://localhost:6379'],
    ['REDIS_URL', 'redis://localhost/cache'],
    ['TIME_ZONE', 'Saigon/Center'],
    ['DATABASE_URL', 'mysql://host/database'],
    ['DATABASE_URL', 'database.sqlite'],
    ['AUTH_ENABLED', 'yes'],
    ['REGISTRATION_ENABLED', '1'],
    ['JWT_EXPIRES_MINUTES', '29'],
    ['JWT_EXPIRES_MINUTES', '61'],
    ['ADMIN_USERNAME', 'The Admin'],
    ['ADMIN_PASSWORD', 'given-without-a-name'],
    ['CHAT_MODEL', 'named-without-a-server'],
    ['OPENAI_BASE_URL', 'localhost:11434/v1'],
    ['OPENAI_API_KEY', 'line\nbreak'],
    ['CHAT_TIMEOUT_MS', '0'],
    ['CHAT_MAX_CONCURRENT', '0'],
    ['CHAT_RETENTION_DAYS', 'ever'],
  ])('refuses %s=%j with one line that names it', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(EnvironmentError);
    expect(() => load({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });

  it.each(['PORT', 'RATE_LIMIT_LOGIN'])('gives one reason, the plainest, for %s=abc', (name) => {
    expect(() => load({ [name]: 'abc' })).toThrow(new RegExp(`^${name}: must be an integer number$`));
  });

  it('asks for a password of the first administrator', () => {
    expect(() => load({ ADMIN_USERNAME: 'ada' })).toThrow(/^ADMIN_PASSWORD: /);
    expect(() => load({ ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: '1234567' })).toThrow(/^ADMIN_PASSWORD: /);
    expect(load({ ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: '12345678' }).ADMIN_USERNAME).toBe('ada');
  });

  it.each([
    ['none', ''],
    ['31 bytes', 'kJ8vQ2mZx7Rt4Wp9Lc3Nf6Hb1Yd5Sg0'],
    ['a repeated character', 'a'.repeat(64)],
    ['an example from documentation', 'your-super-secret-jwt-key-change-in-production'],
    ['another one', 'change_me_please_0123456789abcdefghij'],
  ])('refuses a JWT_SECRET that is guessable, and none in production: %s', (_what, secret) => {
    const refusal = /^JWT_SECRET: must be set in production, and at least 32 bytes/;
    expect(() => load({ NODE_ENV: 'production', JWT_SECRET: secret })).toThrow(refusal);
    const elsewhere = () => load({ NODE_ENV: 'development', JWT_SECRET: secret });
    if (secret === '') expect(elsewhere().JWT_SECRET).toBeUndefined();
    else expect(elsewhere).toThrow(refusal);
  });

  it.each([
    ['AUTH_ENABLED', isAuthEnabled],
    ['RATE_LIMIT_ENABLED', isRateLimited],
  ])('has %s in production unless it is switched off', (name, isOn) => {
    const production = { NODE_ENV: 'production', JWT_SECRET: randomBytes(32).toString('base64') };
    expect(isOn(load({}))).toBe(false);
    expect(isOn(load({ [name]: 'true' }))).toBe(true);
    expect(isOn(load(production))).toBe(true);
    expect(isOn(load({ ...production, [name]: 'false' }))).toBe(false);
  });

  it('never repeats a value, which may be a secret', () => {
    expect(() => load({ BROKER_URL: 'http://user:hunter2@broker' })).toThrow(/^(?!.*hunter2)/);
  });

  it('refuses a DATA_DIR that is a file', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(() => load({ DATA_DIR: file })).toThrow(/^DATA_DIR: cannot use .*file: EEXIST$/);
    expect(() => load({ DATA_DIR: join(file, 'below') })).toThrow(/^DATA_DIR: .*ENOTDIR$/);
  });

  it('has every variable in .env.example, with its default', () => {
    const example = parseEnv(readFileSync(join(__dirname, '../../.env.example'), 'utf8'));
    const defaults = Object.entries(new Environment()).map(([name, value]) => [name, String(value ?? '')]);
    expect(example).toEqual(Object.fromEntries(defaults));
  });
});
