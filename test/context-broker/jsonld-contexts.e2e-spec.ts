import { join } from 'node:path';
import { Database } from '../../src/common/sqlite/database';
import { type RunningService, startService } from '../support/service';
import { temporaryDirectory } from '../support/temporary-directory';
import { type BrokerClient, brokerClient, problem } from './broker-client';
import { type ContextServer, startContextServer } from './context-server';

const CORE = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context.jsonld';
const URN = /^urn:ngsi-ld:Context:[\w-]{36}$/;

const link = (url: string) => ({ Link: `<${url}>; rel="http://www.w3.org/ns/json-ld#context"` });

describe('/jsonldContexts', () => {
  let service: RunningService;
  let server: ContextServer;
  let send: BrokerClient;
  let cached: string;
  beforeAll(async () => {
    service = await startService({ NGSI_LD_ALLOW_PRIVATE_HOSTS: 'true' });
    server = await startContextServer();
    send = brokerClient(service.url);
    cached = `${server.url}/cached.jsonld`;
    server.documents['/cached.jsonld'] = { '@context': { a: 'https://a.example/a' } };
  });
  afterAll(async () => {
    await service.stop();
    await server.close();
  });

  const add = async (context: unknown, headers = {}) => {
    const answer = await send('POST', '/jsonldContexts', { '@context': context, ignored: 1 }, headers);
    expect(answer).toMatchObject({ status: 201, data: '' });
    return String(answer.headers['location']);
  };
  const idIn = (location: string) => location.replace('/ngsi-ld/v1/jsonldContexts/', '');
  const detailsOf = async (id: string) =>
    (await send('GET', `/jsonldContexts/${encodeURIComponent(id)}?details=true`)).data;

  describe('hosted', () => {
    const context = { a: 'https://a.example/a', b: { '@id': 'https://a.example/b' } };

    it('are served as they were added, without what stood beside them', async () => {
      const location = await add(context);
      expect(idIn(location)).toMatch(URN);
      const answer = await send('GET', location.replace('/ngsi-ld/v1', ''));
      expect(answer).toMatchObject({ status: 200, data: { '@context': context } });
      expect(answer.data).toEqual({ '@context': context });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      const asJsonLd = await send('GET', location.replace('/ngsi-ld/v1', ''), undefined, {
        Accept: 'application/ld+json',
      });
      expect(asJsonLd.headers['content-type']).toMatch(/^application\/ld\+json/);
    });

    it('are listed in JSON, also for clients that ask for JSON-LD', async () => {
      const location = await add(context);
      const list = (accept: string) => send('GET', '/jsonldContexts', undefined, { Accept: accept });
      const { data, headers } = await list('application/ld+json');
      expect(data).toContain(service.url + location);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect((await list('application/geo+json')).status).toBe(406);
    });

    it('are used by their address, without being fetched', async () => {
      const url = service.url + (await add(context));
      expect((await send('POST', '/entities', { id: 'urn:x:1', type: 'T', a: 1 }, link(url))).status).toBe(
        201,
      );
      expect((await send('GET', '/entities/urn:x:1')).data).toHaveProperty(['https://a.example/a']);
      expect((await send('GET', '/entities/urn:x:1', undefined, link(url))).data).toHaveProperty('a');
      await send('DELETE', '/entities/urn:x:1');
    });

    it('have details', async () => {
      const location = await add([cached, { c: 'urn:c' }]);
      expect(await detailsOf(idIn(location))).toEqual({
        URL: service.url + location,
        localId: idIn(location),
        kind: 'Hosted',
        createdAt: expect.stringMatching(/^20.*Z$/) as string,
        numberOfHits: 0,
      });
    });

    it('end when they are deleted', async () => {
      const location = await add(context);
      const path = location.replace('/ngsi-ld/v1', '');
      const url = service.url + location;
      expect((await send('GET', '/entities?type=T', undefined, link(url))).status).toBe(200);
      expect((await send('DELETE', `${path}?reload=true`)).status).toBe(400);
      expect((await send('DELETE', path)).status).toBe(204);
      expect((await send('GET', path)).status).toBe(404);
      expect((await send('DELETE', path)).status).toBe(404);
      expect((await send('GET', '/entities?type=T', undefined, link(url))).status).toBe(504);
    });

    it('are of their tenant alone', async () => {
      const tenant = { 'NGSILD-Tenant': 'authors' };
      const path = (await add(context, tenant)).replace('/ngsi-ld/v1', '');
      const id = idIn(path.replace('/jsonldContexts', '/ngsi-ld/v1/jsonldContexts'));
      for (const other of [undefined, { 'NGSILD-Tenant': 'readers' }]) {
        expect((await send('GET', path, undefined, other)).status).toBe(404);
        expect((await send('DELETE', path, undefined, other)).status).toBe(404);
        expect(JSON.stringify((await send('GET', '/jsonldContexts', undefined, other)).data)).not.toContain(
          id,
        );
      }
      expect((await send('GET', path, undefined, tenant)).status).toBe(200);
      expect(JSON.stringify((await send('GET', '/jsonldContexts', undefined, tenant)).data)).toContain(id);
    });

    it.each<[string, unknown, RegExp]>([
      ['a number', { '@context': 1 }, /must be an address/],
      ['a list with a number', { '@context': [{}, 1] }, /must be an address/],
      ['a number in it', { '@context': { a: 1 } }, /"a" must be defined by/],
      ['no IRI', { '@context': { a: { '@id': 1 } } }, /must be defined by an IRI/],
    ])('are refused when the context is %s', async (_, body, detail) => {
      expect(await send('POST', '/jsonldContexts', body)).toMatchObject(
        problem(400, 'BadRequestData', detail),
      );
    });

    it.each<[string, unknown, RegExp]>([
      ['no JSON', '{', /malformed/],
      ['an object without a context', { a: 1 }, /member @context/],
      ['an array', [], /must be an object/],
    ])('are refused when the body is %s', async (_, body, detail) => {
      expect(await send('POST', '/jsonldContexts', body)).toMatchObject(
        problem(400, 'InvalidRequest', detail),
      );
    });

    it('count how often they are used, to be served too, until they are deleted', async () => {
      const id = idIn(await add(context));
      expect(await detailsOf(id)).toMatchObject({ numberOfHits: 0 });
      await send('GET', `/jsonldContexts/${id}`);
      expect(await detailsOf(id)).toMatchObject({ numberOfHits: 2, lastUsage: expect.any(String) as string });
      await send('DELETE', `/jsonldContexts/${id}`);
    });
  });

  describe('cached', () => {
    beforeAll(async () => {
      await send('GET', '/entities?type=T', undefined, link(cached));
      await send('GET', '/entities?type=T', undefined, link(cached));
    });

    it('have details, by their address and their id', async () => {
      const details = await detailsOf(cached);
      expect(details).toMatchObject({
        URL: cached,
        localId: expect.stringMatching(URN) as string,
        kind: 'Cached',
        expiresAt: expect.stringMatching(/^20.*Z$/) as string,
        lastUsage: expect.stringMatching(/^20.*Z$/) as string,
      });
      expect(details['numberOfHits']).toBeGreaterThanOrEqual(2);
      const { localId, URL: url } = await detailsOf(String(details['localId']));
      expect({ localId, url }).toEqual({ localId: details['localId'], url: cached });
    });

    it('are not served', async () => {
      const answer = await send('GET', `/jsonldContexts/${encodeURIComponent(cached)}`);
      expect(answer).toMatchObject(problem(422, 'OperationNotSupported', /cached\.jsonld/));
    });

    it('are fetched again when that is asked for, and change what names mean', async () => {
      const path = `/jsonldContexts/${encodeURIComponent(cached)}`;
      await send('POST', '/entities', { id: 'urn:x:2', type: 'T', a: 1 }, link(cached));
      server.documents['/cached.jsonld'] = { '@context': { alpha: 'https://a.example/a' } };
      expect((await send('GET', '/entities/urn:x:2', undefined, link(cached))).data).toHaveProperty('a');
      expect((await send('DELETE', `${path}?reload=true`)).status).toBe(204);
      expect((await send('GET', '/entities/urn:x:2', undefined, link(cached))).data).toHaveProperty('alpha');
    });

    it.each<[string, ContextServer['documents'][string]]>([
      ['the server fails', (response) => response.writeHead(500).end()],
      ['it is no context any more', 'nothing'],
      ['what it says is no good', { '@context': { a: 1 } }],
    ])('stay when %s', async (_, document) => {
      const path = `/jsonldContexts/${encodeURIComponent(cached)}`;
      const before = server.documents['/cached.jsonld'];
      server.documents['/cached.jsonld'] = document;
      expect(await send('DELETE', `${path}?reload=true`)).toMatchObject(
        problem(504, 'LdContextNotAvailable', /cached\.jsonld/),
      );
      expect((await send('GET', '/entities/urn:x:2', undefined, link(cached))).data).toHaveProperty('alpha');
      if (before !== undefined) server.documents['/cached.jsonld'] = before;
    });

    it('are fetched anew after they were deleted', async () => {
      const count = server.requests.length;
      expect((await send('DELETE', `/jsonldContexts/${encodeURIComponent(cached)}`)).status).toBe(204);
      expect((await send('GET', '/entities?type=T', undefined, link(cached))).status).toBe(200);
      expect(server.requests.length).toBe(count + 1);
    });
  });

  describe('implicitly created', () => {
    it('are made for an answer in JSON that needs an address', async () => {
      const body = {
        type: 'Query',
        entities: [{ type: 'T' }],
        '@context': [cached, { here: 'https://a.example/here' }, CORE],
      };
      const headers = { 'Content-Type': 'application/ld+json' };
      const ask = async () =>
        String((await send('POST', '/entityOperations/query', body, headers)).headers['link']);
      const [, url = ''] = /^<([^>]+)>/.exec(await ask()) ?? [];
      expect(url).toContain(`${service.url}/ngsi-ld/v1/jsonldContexts/`);
      expect((await send('GET', url.replace(`${service.url}/ngsi-ld/v1`, ''))).data).toEqual({
        '@context': body['@context'],
      });
      expect(await ask()).toContain(url);
      expect((await send('GET', '/jsonldContexts?kind=ImplicitlyCreated')).data).toEqual([url]);
    });
  });

  describe('the core context', () => {
    it.each(['', '-v1.3', '-v1.6'])('is there under its address%s', async (version) => {
      const url = CORE.replace('-context', `-context${version}`);
      expect(await detailsOf(url)).toMatchObject({ URL: url, localId: url, kind: 'Cached' });
      expect((await send('GET', '/jsonldContexts')).data).toContain(CORE);
    });

    it('stays when it is deleted, and is good when it is to be fetched again', async () => {
      const path = `/jsonldContexts/${encodeURIComponent(CORE)}`;
      expect(await send('DELETE', path)).toMatchObject(problem(400, 'BadRequestData', /cannot be deleted/));
      expect((await send('DELETE', `${path}?reload=true`)).status).toBe(204);
      expect(await detailsOf(CORE)).toMatchObject({ kind: 'Cached' });
    });
  });

  it('are not fetched again when they cannot have been fetched', async () => {
    expect(await send('DELETE', '/jsonldContexts/mine?reload=true')).toMatchObject(
      problem(400, 'BadRequestData', /reload/),
    );
    const path = `/jsonldContexts/${encodeURIComponent(`${server.url}/never.jsonld`)}`;
    expect((await send('DELETE', `${path}?reload=true`)).status).toBe(404);
  });

  it('are listed by kind', async () => {
    const kinds = ['Hosted', 'Cached', 'ImplicitlyCreated'];
    const all = (await send('GET', '/jsonldContexts?details=true')).data as { kind: string; URL: string }[];
    for (const kind of kinds) {
      const listed = (await send('GET', `/jsonldContexts?kind=${kind}`)).data;
      expect(listed.length).toBeGreaterThan(0);
      expect(listed).toEqual(all.filter((context) => context.kind === kind).map(({ URL: url }) => url));
    }
    expect((await send('GET', '/jsonldContexts/')).data).toHaveLength(all.length);
  });

  it.each([
    ['/jsonldContexts?kind=Other', 400, /kind: must be one of/],
    ['/jsonldContexts?details=1', 400, /details/],
    ['/jsonldContexts/urn:ngsi-ld:Context:none', 404, /there is no context/],
  ])('answer %s with %d', async (path, status, detail) => {
    const type = status === 400 ? 'BadRequestData' : 'ResourceNotFound';
    expect(await send('GET', path)).toMatchObject(problem(status, type, detail));
  });

  it('tell which methods they have', async () => {
    const answer = await send('PATCH', '/jsonldContexts', {});
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST, GET, HEAD' } });
  });
});

describe('contexts over a restart', () => {
  const directory = temporaryDirectory();
  const settings = { NGSI_LD_ALLOW_PRIVATE_HOSTS: 'true', DATA_DIR: directory.path };
  let server: ContextServer;
  let url: string;
  beforeAll(async () => {
    server = await startContextServer();
    url = `${server.url}/kept.jsonld`;
    server.documents['/kept.jsonld'] = { '@context': { a: 'https://a.example/a' } };
  });
  afterAll(() => directory.remove());

  /** The status of a request with the context, by a service that is started for it, and what that logs. */
  const ask = async () => {
    const service = await startService(settings);
    const { status } = await brokerClient(service.url)('GET', '/entities?q=a', undefined, link(url));
    await service.stop();
    return { status, log: JSON.stringify(service.log) };
  };

  it('are kept, and used on when they cannot be fetched again', async () => {
    expect((await ask()).status).toBe(200);
    await server.close();
    const fresh = await ask();
    expect(fresh.status).toBe(200);
    expect(fresh.log).not.toContain('should have been fetched again');

    const database = new Database(join(directory.path, 'broker', 'contexts.sqlite'));
    database.exec('UPDATE context SET expires_at = 0');
    database.close();
    const stale = await ask();
    expect(stale.status).toBe(200);
    expect(stale.log).toContain('should have been fetched again');
  });
});

describe('what is not here', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
  });
  afterAll(() => service.stop());

  it.each([
    ['POST', '/csourceRegistrations'],
    ['GET', '/csourceRegistrations/'],
    ['DELETE', '/csourceRegistrations/urn:x:1'],
    ['GET', '/csourceSubscriptions'],
  ])('is told of to %s %s, with where to have it', async (method, path) => {
    const body = method === 'POST' ? { id: 'urn:x:1', type: 'ContextSourceRegistration' } : undefined;
    expect(await send(method, path, body)).toMatchObject(problem(422, 'OperationNotSupported', /BROKER_URL/));
  });

  it('is not told of in what the client does not take', async () => {
    const answer = await send('GET', '/csourceRegistrations', undefined, { Accept: 'application/geo+json' });
    expect(answer.status).toBe(406);
  });

  it('tells tenants apart, existing or not', async () => {
    const aliasOf = async (headers = {}) =>
      (await send('GET', '/info/sourceIdentity', undefined, headers)).data['contextSourceAlias'];
    const aliases = [
      await aliasOf(),
      await aliasOf({ 'NGSILD-Tenant': 'a' }),
      await aliasOf({ 'NGSILD-Tenant': 'b' }),
    ];
    expect(new Set(aliases).size).toBe(3);
    expect((await send('GET', '/types', undefined, { 'NGSILD-Tenant': 'a' })).status).toBe(404);
  });

  it('tells which broker it is', async () => {
    expect(await send('GET', '/info/sourceIdentity')).toMatchObject({
      status: 200,
      data: {
        type: 'ContextSourceIdentity',
        contextSourceUptime: expect.stringMatching(/^PT\d+S$/) as string,
        contextSourceExtras: { version: expect.stringMatching(/^\d/) as string },
      },
    });
  });
});
