import { once } from 'node:events';
import { connect } from 'node:net';
import axios from 'axios';
import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';

describe('HTTP', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
  });
  afterAll(() => service.stop());

  it.each(['POST', 'PATCH', 'PUT'])('needs the length of a body: %s', async (method) => {
    const { port, host } = new URL(service.url);
    const path = method === 'POST' ? '/ngsi-ld/v1/entities' : '/ngsi-ld/v1/entities/urn:x:1';
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nNGSILD-Tenant: nobody\r\n` +
        'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    );
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 411 /);
    expect(answer).toMatch(/\r\n\r\n$/);
  });

  it('writes errors in one form, whatever the case of the path', async () => {
    const { status, headers, data } = await axios.get<unknown>(
      `${service.url}/NGSI-LD/V1/entities/urn:x:nothing`,
      {
        validateStatus: () => true,
      },
    );
    expect({ status, headers, data }).toMatchObject(problem(404, 'ResourceNotFound', /urn:x:nothing/));
  });

  it.each<[string, Record<string, string>, number]>([
    ['text', { 'Content-Type': 'text/plain' }, 415],
    ['GeoJSON', { 'Content-Type': 'application/geo+json' }, 415],
    ['JSON with a charset', { 'Content-Type': 'application/json; charset=utf-8' }, 201],
  ])('takes no body but JSON and JSON-LD: %s', async (name, headers, status) => {
    const answer = await send('POST', '/entities', { id: `urn:x:${name.length}`, type: 'T' }, headers);
    expect(answer.status).toBe(status);
  });

  it.each<[string, number, string]>([
    ['*/*', 200, 'application/json'],
    ['application/*', 200, 'application/json'],
    ['application/ld+json', 200, 'application/ld+json'],
    ['application/ld+json, application/json', 200, 'application/json'],
    ['application/ld+json, application/json;q=0.9', 200, 'application/ld+json'],
    ['application/geo+json;q=0.5, application/ld+json;q=0.4', 200, 'application/geo+json'],
    ['text/html, */*;q=0.1', 200, 'application/json'],
    ['application/json;q=0, */*', 200, 'application/ld+json'],
    ['application/ld+json;q=much', 200, 'application/ld+json'],
    ['text/html', 406, 'application/json'],
    ['application/json;q=0', 406, 'application/json'],
  ])('answers Accept: %s with %d', async (accept, status, type) => {
    const answer = await send('GET', '/entities?type=T', undefined, { Accept: accept });
    expect(answer.status).toBe(status);
    expect(String(answer.headers['content-type']).split(';')[0]).toBe(type);
  });

  it.each([
    ['PATCH', '/entities/'],
    ['POST', '/entities//attrs'],
    ['DELETE', '/entities//attrs/a?deleteAll=true'],
    ['PATCH', '/temporal/entities/urn:x:1/attrs//urn:x:2'],
  ])('answers %s %s, which has no id or no name where one is to be, with 400', async (method, path) => {
    expect(await send(method, path, { a: 1 })).toMatchObject(problem(400, 'BadRequestData', /missing/));
  });

  it.each(['/entities/?type=T', '/types/', '/attributes/', '/jsonldContexts/', '/subscriptions/'])(
    'takes a slash at the end: %s',
    async (path) => {
      expect((await send('GET', path)).status).toBe(200);
    },
  );
});
