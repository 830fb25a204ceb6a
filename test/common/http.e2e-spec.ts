import axios from 'axios';
import { type RunningService, startService } from '../support/service';

const client = axios.create({ validateStatus: () => true });

describe('what surrounds every answer', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ ALLOWED_ORIGINS: 'https://city.example,http://localhost:3000' });
  });
  afterAll(() => service.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    client.get<object>(service.url + path, { headers });

  describe('request ids', () => {
    it('takes a sane one over', async () => {
      const { headers, data } = await get('/nowhere', { 'X-Request-Id': 'front-end:42' });
      expect(headers['x-request-id']).toBe('front-end:42');
      expect(data).toHaveProperty('request_id', 'front-end:42');
    });

    it.each(['', 'a b', '<script>', 'x'.repeat(129), 'a"b'])('makes one in place of %j', async (given) => {
      const { headers } = await get('/healthz', { 'X-Request-Id': given });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  describe('what may be kept', () => {
    it.each(['/api/v1/citizen-reports', '/api/v1/users/me', '/ngsi-ld/v1/types', '/healthz', '/nowhere'])(
      'is nothing of %s',
      async (path) => {
        expect((await get(path)).headers['cache-control']).toBe('no-store');
      },
    );

    it.each(['/docs/swagger-ui.css', '/redoc/redoc.standalone.js'])('is %s', async (path) => {
      expect((await get(path)).headers['cache-control']).toMatch(/^public/);
    });
  });

  describe('the request log', () => {
    it('has one line a request, with the route and neither query, body nor credentials', async () => {
      const secret = 'hunter2-secret';
      const before = service.log.length;
      await client.post(
        `${service.url}/api/v1/citizen-reports?api_key=${secret}`,
        { description: secret },
        {
          headers: { Authorization: `Bearer ${secret}`, 'X-API-Key': secret, 'X-Request-Id': 'log-1' },
        },
      );
      await get('/healthz', { 'X-Request-Id': 'log-2' });
      const lines = service.log.slice(before).filter(({ requestId }) => String(requestId).startsWith('log-'));
      expect(lines).toEqual([
        expect.objectContaining({
          method: 'POST',
          route: '/api/v1/citizen-reports',
          status: 401,
          ms: expect.any(Number) as number,
          requestId: 'log-1',
        }),
        expect.objectContaining({ method: 'GET', route: '/healthz', status: 200, requestId: 'log-2' }),
      ]);
      expect(JSON.stringify(service.log)).not.toContain(secret);
    });

    it('writes what a client sends as data: no line can be forged', async () => {
      await get('/api/v1/citizen-reports/%0A%7B%22status%22%3A200%7D', { 'X-Request-Id': 'log-3' });
      const lines = service.log.filter(({ requestId }) => requestId === 'log-3');
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({ route: '/api/v1/citizen-reports/:entity_id', status: 400 });
    });
  });

  it('carries security headers, and does not name its framework', async () => {
    const { headers } = await get('/healthz');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  describe('cross-origin requests', () => {
    it('lets the origins of ALLOWED_ORIGINS in', async () => {
      const { headers } = await get('/healthz', { Origin: 'https://city.example' });
      expect(headers['access-control-allow-origin']).toBe('https://city.example');
      expect(headers['access-control-expose-headers']).toContain('X-Request-Id');
    });

    it.each(['https://city.example.evil', 'http://city.example', 'null'])('keeps %s out', async (origin) => {
      const { headers } = await get('/healthz', { Origin: origin });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    });

    it('answers a preflight', async () => {
      const { status, headers } = await client.options(`${service.url}/api/v1/citizen-reports`, {
        headers: { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'PATCH' },
      });
      expect(status).toBe(204);
      expect(headers['access-control-allow-methods']).toContain('PATCH');
    });
  });
});
