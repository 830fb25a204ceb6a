import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Controller, Get } from '@nestjs/common';
import axios from 'axios';
import { type RunningService, startService } from '../support/service';

@Controller('surprise')
class SurpriseController {
  @Get()
  surprise(): never {
    throw new Error('SELECT secret FROM vault');
  }
}

const client = axios.create({ validateStatus: () => true, maxBodyLength: Infinity });
const envelope = (status: number, type: string) => ({
  status_code: status,
  error_type: type,
  detail: expect.stringMatching(/\S/) as string,
  request_id: expect.stringMatching(/^[\w.:-]+$/) as string,
});

describe('the error envelope', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ BODY_LIMIT: '64kb' }, { controllers: [SurpriseController] });
  });
  afterAll(() => service.stop());

  const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
    client.post<object>(`${service.url}/api/v1/citizen-reports`, body, {
      headers: { 'Content-Type': 'application/json', ...headers },
    });

  it.each([
    ['an unknown path', 'GET', '/nowhere'],
    ['an unknown method', 'PUT', '/api/v1/citizen-reports'],
  ])('answers %s with 404', async (_what, method, path) => {
    const { status, data, headers } = await client.request<object>({ method, url: service.url + path });
    expect(status).toBe(404);
    expect(data).toEqual(envelope(404, 'NotFound'));
    expect(headers['content-type']).toMatch(/^application\/json/);
  });

  it('says nothing about the inside of a surprise, and logs it under the request id', async () => {
    const { status, data } = await client.get<{ request_id: string }>(`${service.url}/surprise`);
    expect(status).toBe(500);
    expect(data).toEqual(envelope(500, 'InternalServerError'));
    expect(JSON.stringify(data)).not.toMatch(/secret|vault|\.ts/);
    expect(service.log).toContainEqual(
      expect.objectContaining({ requestId: data.request_id, message: 'SELECT secret FROM vault' }),
    );
  });

  it.each([
    ['half an object', '{"description":'],
    ['no JSON at all', 'hello'],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{"a":1/*b*/}'],
    ['NaN', '{"a":NaN}'],
    ['a name twice', '{"description":"a","description":"b"}'],
    ['a name twice, escaped', '{"description":"a","d\\u0065scription":"b"}'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['__proto__ inside', '{"location":{"__proto__":{}}}'],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['8,000 levels', `${'{"a":['.repeat(4_000)}${']}'.repeat(4_000)}`],
    ['an array', '[]'],
    ['a string', '"text"'],
    ['null', 'null'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ])('answers a body that is %s with 400', async (_what, body) => {
    const { status, data } = await post(body);
    expect({ status, data }).toEqual({ status: 400, data: envelope(400, 'InvalidRequest') });
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'])(
    'answers a body of type %s with 415',
    async (type) => {
      const { status, data } = await post('{}', { 'Content-Type': type });
      expect({ status, data }).toEqual({ status: 415, data: envelope(415, 'UnsupportedMediaType') });
    },
  );

  it('answers an unknown Content-Encoding with 415', async () => {
    const { status, data } = await post('{}', { 'Content-Encoding': 'rot13' });
    expect({ status, data }).toEqual({ status: 415, data: envelope(415, 'UnsupportedMediaType') });
  });

  it('answers a body beyond the limit with 413', async () => {
    const { status, data } = await post(JSON.stringify({ description: 'x'.repeat(70_000) }));
    expect({ status, data }).toEqual({ status: 413, data: envelope(413, 'PayloadTooLarge') });
  });

  it('answers a compressed body with 415', async () => {
    const { status } = await post(gzipSync('{"a":"' + 'x'.repeat(20_000_000) + '"}'), {
      'Content-Encoding': 'gzip',
    });
    expect(status).toBe(415);
  });

  it('answers a body without a length that goes beyond the limit with 413', async () => {
    const head =
      'POST /api/v1/citizen-reports HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunk = `${(50_000).toString(16)}\r\n${'x'.repeat(50_000)}\r\n`;
    expect(await raw(service.url, head + chunk + chunk)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('answers 100 MB with 413 without reading them all, and goes on serving', async () => {
    const head =
      'POST /api/v1/citizen-reports HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\n\r\n';
    expect(await raw(service.url, head)).toMatch(/^HTTP\/1\.1 413 /);
    expect((await client.get(`${service.url}/healthz`)).status).toBe(200);
  });

  it.each([
    ['path that is no percent-encoding', '/api/v1/citizen-reports/%E0%A4%A'],
    ['query that is no percent-encoding', '/api/v1/citizen-reports?q=100%'],
    ['query that is percent-encoded Latin-1', '/api/v1/citizen-reports?q=caf%E9'],
    ['query that is not encoded', '/api/v1/citizen-reports?q=\u{ffff}'],
  ])('answers a %s with 400', async (_what, path) => {
    const answer = await raw(service.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual(envelope(400, 'InvalidRequest'));
  });

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400, 'InvalidRequest'],
    [
      'headers of 20 KB',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HeadersTooLarge',
    ],
  ])('answers %s', async (_what, bytes, status, type) => {
    const answer = await raw(service.url, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual(envelope(status, type));
  });

  it('answers a body that stops coming with 408', async () => {
    const slow = await startServiceThatChecksOften();
    const head =
      'POST /api/v1/citizen-reports HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
    expect(await raw(slow.url, head)).toMatch(/^HTTP\/1\.1 408 /);
    await slow.stop();
  });
});

/** What a server answers to these bytes until it closes the connection. */
function raw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** Node looks for slow requests every 30 seconds, from when it begins to listen; here at once and often. */
async function startServiceThatChecksOften(): Promise<RunningService> {
  const service = await startService();
  const server = service.app.getHttpServer() as unknown as {
    requestTimeout: number;
    headersTimeout: number;
    connectionsCheckingInterval: number;
    emit(event: 'listening'): void;
  };
  Object.assign(server, { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 50 });
  server.emit('listening');
  return service;
}
