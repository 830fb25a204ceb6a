import axios, { type AxiosResponse } from 'axios';
import { expectDocumented } from '../support/openapi';
import { type RunningService, startService } from '../support/service';

const client = axios.create({ validateStatus: () => true, proxy: false });

/** What the headers say. */
const rateOf = ({ headers }: AxiosResponse) =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) => Number(headers[name]));

describe('rate limits of requests', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_ANONYMOUS: '12' });
  });
  afterAll(() => service.stop());

  it('are told on every kind of answer, count down, and end in 429', async () => {
    const base = service.url;
    const json = { headers: { 'Content-Type': 'application/json' } };
    const requests: [number, () => Promise<AxiosResponse>][] = [
      [200, () => client.get(`${base}/api/v1/items`)],
      [200, () => client.get(`${base}/ngsi-ld/v1/entities?type=CitizenReport`)],
      [200, () => client.get(`${base}/openapi.json`)],
      [201, () => client.post(`${base}/api/v1/items`, { name: 'Lamp', price: 1 })],
      [400, () => client.post(`${base}/api/v1/items`, '{', json)],
      [401, () => client.get(`${base}/api/v1/users/me`)],
      [401, () => client.get(`${base}/api/v1/items`, { headers: { Authorization: 'Bearer wrong' } })],
      [404, () => client.get(`${base}/nowhere`)],
      [404, () => client.get(`${base}/api/v1/items/1`)],
      [404, () => client.get(`${base}/ngsi-ld/v1/entities/urn:ngsi-ld:CitizenReport:none`)],
      [415, () => client.post(`${base}/api/v1/items`, 'x', { headers: { 'Content-Type': 'text/plain' } })],
      [422, () => client.post(`${base}/api/v1/items`, {})],
      [429, () => client.get(`${base}/api/v1/items`)],
      [429, () => client.get(`${base}/nowhere`)],
    ];
    const before = Date.now() / 1000;
    for (const [index, [status, send]] of requests.entries()) {
      const answer = await send();
      expect(answer.status).toBe(status);
      expect(rateOf(answer)).toEqual([12, Math.max(0, 11 - index)]);
      const reset = Number(answer.headers['x-ratelimit-reset']);
      expect(Number.isInteger(reset)).toBe(true);
      expect(reset).toBeGreaterThanOrEqual(before + 3598);
      expect(reset).toBeLessThanOrEqual(Date.now() / 1000 + 3601);
    }
  });

  it('refuse in the error envelope, and say when to come back', async () => {
    const answer = await client.get<{ retry_after: number }>(`${service.url}/api/v1/items`);
    expectDocumented('listItems', answer);
    const { status, data, headers } = answer;
    expect({ status, data }).toEqual({
      status: 429,
      data: {
        status_code: 429,
        error_type: 'RateLimitExceeded',
        detail: expect.stringMatching(
          /^more than 12 of these requests in an hour; try again in \d+ seconds$/,
        ) as string,
        retry_after: expect.any(Number) as number,
        request_id: headers['x-request-id'] as string,
      },
    });
    expect(data.retry_after).toBeGreaterThan(3500);
    expect(data.retry_after).toBeLessThanOrEqual(3600);
    expect(headers['retry-after']).toBe(String(data.retry_after));
  });

  it('refuse below /ngsi-ld/ as its standard asks', async () => {
    const { status, data, headers } = await client.get<object>(`${service.url}/ngsi-ld/v1/entities?type=T`);
    expect({ status, data }).toMatchObject({
      status: 429,
      data: { type: 'about:blank', title: 'Too Many Requests', status: 429 },
    });
    expect(headers['retry-after']).toMatch(/^\d+$/);
  });

  it('let a browser of an allowed origin read the headers', async () => {
    const { status, headers } = await client.get(`${service.url}/api/v1/items`, {
      headers: { Origin: 'http://localhost:3000' },
    });
    expect(status).toBe(429);
    expect(headers['access-control-allow-origin']).toBe('http://localhost:3000');
    expect(headers['access-control-expose-headers']).toMatch(/X-RateLimit-Remaining/);
  });

  it.each(['/healthz', '/readyz'])('leave the probe %s alone', async (path) => {
    const { status, headers } = await client.get(service.url + path);
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  });

  it('cannot be escaped by a forged X-Forwarded-For', async () => {
    const { status } = await client.get(`${service.url}/api/v1/items`, {
      headers: { 'X-Forwarded-For': '203.0.113.9', Forwarded: 'for=203.0.113.9', 'X-Real-IP': '203.0.113.9' },
    });
    expect(status).toBe(429);
  });
});

describe('rate limits behind a proxy', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({
      RATE_LIMIT_ENABLED: 'true',
      RATE_LIMIT_ANONYMOUS: '3',
      TRUST_PROXY: '1',
    });
  });
  afterAll(() => service.stop());

  const remainingFor = async (forwardedFor: string) => {
    const answer = await client.get(`${service.url}/api/v1/items`, {
      headers: { 'X-Forwarded-For': forwardedFor },
    });
    return rateOf(answer)[1];
  };

  it('count the address that the proxy saw, whatever the client claims before it', async () => {
    expect(await remainingFor('203.0.113.9')).toBe(2);
    expect(await remainingFor('198.51.100.1, 203.0.113.9')).toBe(1);
    expect(await remainingFor('203.0.113.10')).toBe(2);
  });

  it('count IPv6 by /64, and IPv4 in IPv6 notation as IPv4', async () => {
    expect(await remainingFor('2001:db8:1:2::1')).toBe(2);
    expect(await remainingFor('2001:db8:1:2:ffff::9')).toBe(1);
    expect(await remainingFor('2001:db8:1:3::1')).toBe(2);
    expect(await remainingFor('203.0.113.20')).toBe(2);
    expect(await remainingFor('::ffff:203.0.113.20')).toBe(1);
  });

  it('count what is no address as the proxy itself', async () => {
    expect(await remainingFor('unknown')).toBe(2);
    expect(await remainingFor(`${'x'.repeat(8000)}`)).toBe(1);
  });
});
