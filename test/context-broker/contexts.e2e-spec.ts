import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';
import { type ContextServer, startContextServer } from './context-server';

const CORE = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context.jsonld';
const JSON_LD = { 'Content-Type': 'application/ld+json' };
const AS_JSON_LD = { Accept: 'application/ld+json' };

const link = (url: string) => ({
  Link: `<${url}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`,
});

const vehicle = (id: string) => ({
  id: `urn:ngsi-ld:Vehicle:${id}`,
  type: 'Vehicle',
  brand: { type: 'Property', value: 'Mercedes', since: { type: 'Property', value: 1926 } },
  colour: { type: 'VocabProperty', vocab: 'red' },
  speed: 50,
});

describe('JSON-LD contexts', () => {
  let service: RunningService;
  let server: ContextServer;
  let send: BrokerClient;
  let vehicles: string;
  beforeAll(async () => {
    service = await startService({ NGSI_LD_ALLOW_PRIVATE_HOSTS: 'true' });
    server = await startContextServer();
    send = brokerClient(service.url);
    vehicles = `${server.url}/vehicles.jsonld`;
    server.documents['/vehicles.jsonld'] = {
      '@context': {
        v: 'https://vehicles.example/',
        Vehicle: 'v:Vehicle',
        brand: { '@id': 'v:brandName', '@type': 'http://www.w3.org/2001/XMLSchema#string' },
        since: 'v:since',
        colour: 'v:colour',
        red: 'v:colours#red',
        location: 'v:elsewhere',
      },
    };
    server.documents['/marques.jsonld'] = {
      '@context': [CORE, 'vehicles.jsonld', { marque: 'https://vehicles.example/brandName', brand: null }],
    };
  });
  afterAll(async () => {
    await service.stop();
    await server.close();
  });

  describe('of a request', () => {
    beforeAll(async () => {
      expect(await send('POST', '/entities', vehicle('1'), link(vehicles))).toMatchObject({ status: 201 });
    });

    it('are kept as IRIs, which an answer without the context has', async () => {
      const { data } = await send('GET', '/entities/urn:ngsi-ld:Vehicle:1');
      expect(data).toEqual({
        id: 'urn:ngsi-ld:Vehicle:1',
        type: 'https://vehicles.example/Vehicle',
        'https://vehicles.example/brandName': {
          type: 'Property',
          value: 'Mercedes',
          'https://vehicles.example/since': { type: 'Property', value: 1926 },
        },
        'https://vehicles.example/colour': {
          type: 'VocabProperty',
          vocab: 'https://vehicles.example/colours#red',
        },
        speed: { type: 'Property', value: 50 },
      });
    });

    it('are those of the answer in JSON, with a Link header', async () => {
      const { data, headers } = await send(
        'GET',
        '/entities/urn:ngsi-ld:Vehicle:1',
        undefined,
        link(vehicles),
      );
      expect(data).toEqual({ ...vehicle('1'), speed: { type: 'Property', value: 50 } });
      expect(headers['link']).toBe(link(vehicles).Link);
    });

    it('stand in an answer in JSON-LD, with the core context behind them', async () => {
      const headers = { ...link(vehicles), ...AS_JSON_LD };
      const { data } = await send('GET', '/entities?type=Vehicle', undefined, headers);
      expect(data).toEqual([
        { ...vehicle('1'), speed: { type: 'Property', value: 50 }, '@context': [vehicles, CORE] },
      ]);
    });

    it('stand in GeoJSON, unless they are wanted in the Link header', async () => {
      const headers = { ...link(vehicles), Accept: 'application/geo+json' };
      const path = '/entities?type=Vehicle&options=keyValues';
      const inBody = await send('GET', path, undefined, headers);
      expect(inBody.data).toMatchObject({ type: 'FeatureCollection', '@context': [vehicles, CORE] });
      expect(inBody.headers).not.toHaveProperty('link');
      const linked = await send('GET', path, undefined, { ...headers, Prefer: 'body=json' });
      expect(linked.data).not.toHaveProperty('@context');
      expect(linked.data).toMatchObject({ features: [{ properties: { brand: 'Mercedes' } }] });
      expect(linked.headers['link']).toBe(link(vehicles).Link);
    });

    it('can be others than those of the request that created the entity', async () => {
      const headers = { ...link(`${server.url}/marques.jsonld`), ...AS_JSON_LD };
      const { data } = await send(
        'GET',
        '/entities?q=marque=="Mercedes"&options=keyValues',
        undefined,
        headers,
      );
      expect(data).toEqual([
        {
          id: 'urn:ngsi-ld:Vehicle:1',
          type: 'Vehicle',
          marque: 'Mercedes',
          colour: { vocab: 'red' },
          speed: 50,
          '@context': [`${server.url}/marques.jsonld`],
        },
      ]);
    });

    it.each([
      ['type=Vehicle', 1],
      ['type=https://vehicles.example/Vehicle', 1],
      ['type=v:Vehicle', 1],
      ['type=Car', 0],
      ['q=brand=="Mercedes"', 1],
      ['q=brand.since>1900', 1],
      ['q=speed==50', 1],
      ['attrs=brand', 1],
      ['attrs=https://vehicles.example/brandName', 1],
      ['type=Vehicle&pick=id,brand', 1],
    ])('are those of the query %s', async (query, found) => {
      const { data } = await send('GET', `/entities?${query}`, undefined, link(vehicles));
      expect(data).toHaveLength(found);
    });

    it('are those of a path', async () => {
      const patch = { value: 'Horch' };
      const path = '/entities/urn:ngsi-ld:Vehicle:1/attrs/brand';
      expect((await send('PATCH', path, patch)).status).toBe(404);
      expect((await send('PATCH', path, patch, link(vehicles))).status).toBe(204);
      expect((await send('PATCH', path, { value: 'Mercedes' }, link(vehicles))).status).toBe(204);
    });

    it('never take a term of the core context from it', async () => {
      const location = { type: 'GeoProperty', value: { type: 'Point', coordinates: [1, 2] } };
      const id = 'urn:ngsi-ld:Vehicle:located';
      await send('POST', '/entities', { id, type: 'Vehicle', location }, link(vehicles));
      expect((await send('GET', `/entities/${id}`)).data).toHaveProperty('location', location);
      await send('DELETE', `/entities/${id}`);
    });

    it('are fetched once', () => {
      expect(server.requests.filter((path) => path === '/vehicles.jsonld')).toHaveLength(1);
    });
  });

  describe('in the body', () => {
    it.each<[string, unknown]>([
      ['an object', { brand: 'https://vehicles.example/brandName' }],
      ['with a prefix', [{ v: 'https://vehicles.example/', brand: { '@id': 'v:brandName' } }, CORE]],
      ['with a vocabulary', { '@vocab': 'https://vehicles.example/', brand: 'brandName' }],
      ['of an older core context', { brand: 'https://vehicles.example/brandName' }],
    ])('may be %s', async (_, context) => {
      const body = { ...vehicle('2'), '@context': context };
      expect(await send('POST', '/entities', body, JSON_LD)).toMatchObject({ status: 201 });
      const { data } = await send('GET', '/entities/urn:ngsi-ld:Vehicle:2');
      expect(data).toHaveProperty(['https://vehicles.example/brandName', 'value'], 'Mercedes');
      await send('DELETE', '/entities/urn:ngsi-ld:Vehicle:2');
    });

    it.each(['v1.3', 'v1.6', 'v1.7', 'v1.8'])('may be the core context %s', async (version) => {
      const context = CORE.replace('-context', `-context-${version}`);
      const body = { ...vehicle('3'), '@context': [context] };
      expect(await send('POST', '/entities', body, JSON_LD)).toMatchObject({ status: 201 });
      expect((await send('GET', '/entities/urn:ngsi-ld:Vehicle:3')).data).toHaveProperty('brand');
      await send('DELETE', '/entities/urn:ngsi-ld:Vehicle:3');
    });

    it('are let pass beside a Link header, and count', async () => {
      const body = { ...vehicle('4'), '@context': { Vehicle: 'https://cars.example/Car' } };
      const headers = { ...JSON_LD, ...link(vehicles) };
      expect(await send('POST', '/entities', body, headers)).toMatchObject({ status: 201 });
      expect((await send('GET', '/entities/urn:ngsi-ld:Vehicle:4')).data).toMatchObject({
        type: 'https://cars.example/Car',
      });
      await send('DELETE', '/entities/urn:ngsi-ld:Vehicle:4');
    });

    it.each<[string, unknown, Record<string, string>, RegExp]>([
      ['in JSON', { '@context': CORE }, {}, /stands in the Link header/],
      ['not in JSON-LD', {}, JSON_LD, /is needed in the body/],
      ['null', { '@context': null }, JSON_LD, /is needed in the body/],
      ['a number', { '@context': 1 }, JSON_LD, /must be an address, an object/],
      ['no address', { '@context': 'nowhere' }, JSON_LD, /is not the address of a context/],
      ['a file', { '@context': 'file:///etc/passwd' }, JSON_LD, /is not the address of a context/],
      [
        'with scopes',
        { '@context': { a: { '@id': 'urn:a', '@context': {} } } },
        JSON_LD,
        /context of its own/,
      ],
      ['a circle', { '@context': { a: 'b:x', b: 'a:y' } }, JSON_LD, /is defined by itself/],
      [
        'protected',
        { '@context': [{ '@protected': true, a: 'urn:a' }, { a: 'urn:b' }] },
        JSON_LD,
        /is protected/,
      ],
      ['endless', { '@context': Array(100).fill({ a: 'urn:a' }) }, JSON_LD, /more than 64 parts/],
      [
        'against the type',
        { '@context': { Vehicle: null } },
        JSON_LD,
        /Vehicle: is not the name of anything/,
      ],
    ])('are refused when %s', async (_, more, headers, detail) => {
      const answer = await send('POST', '/entities', { ...vehicle('5'), ...(more as object) }, headers);
      expect(answer).toMatchObject(problem(400, 'BadRequestData', detail));
    });

    it('of members of a batch are their own, and so is their failure', async () => {
      const entities = [
        { ...vehicle('b1'), '@context': vehicles },
        { ...vehicle('b2'), '@context': CORE },
        { ...vehicle('b3'), '@context': `${server.url}/nothing.jsonld` },
      ];
      const answer = await send('POST', '/entityOperations/create', entities, JSON_LD);
      expect(answer).toMatchObject({
        status: 207,
        data: {
          success: ['urn:ngsi-ld:Vehicle:b1', 'urn:ngsi-ld:Vehicle:b2'],
          errors: [{ entityId: 'urn:ngsi-ld:Vehicle:b3', error: { status: 504 } }],
        },
      });
      expect((await send('GET', '/entities/urn:ngsi-ld:Vehicle:b1')).data).toMatchObject({
        type: 'https://vehicles.example/Vehicle',
      });
      expect((await send('GET', '/entities/urn:ngsi-ld:Vehicle:b2')).data).toMatchObject({ type: 'Vehicle' });
    });
  });

  it.each([
    ['a page refers to', '/page', 'text/html; charset=utf-8', '<html>', 'https://vehicles.example/Vehicle'],
    ['is there itself', '/itself', 'application/json', '{"@context":{"Vehicle":"urn:car"}}', 'urn:car'],
  ])('are what %s, where there is an alternate in JSON-LD', async (_, path, type, document, expanded) => {
    server.documents[path] = (response) =>
      response
        .writeHead(200, {
          'Content-Type': type,
          'Cache-Control': 'no-store',
          Link: '</feed>; rel="alternate"; type="text/xml", </vehicles.jsonld>; rel="alternate"; type="application/ld+json"',
        })
        .end(document);
    await send('POST', '/entities', vehicle('5'), link(`${server.url}${path}`));
    const { data } = await send('GET', '/entities/urn:ngsi-ld:Vehicle:5');
    expect(data).toMatchObject({ type: expanded });
    await send('DELETE', '/entities/urn:ngsi-ld:Vehicle:5');
  });

  describe('that cannot be had', () => {
    it.each<[string, string, ContextServer['documents'][string], RegExp]>([
      ['missing', 'missing', (response) => response.writeHead(404).end(), /answered with 404/],
      ['too large', 'large', `{"@context":{"a":"${'x'.repeat(5_000_000)}"}}`, /exceeded/],
      ['cut off', 'cut', (response) => response.destroy(), /is not available/],
      [
        'redirected for ever',
        'redirected',
        (response) => response.writeHead(302, { Location: '/redirected.jsonld' }).end(),
        /redirects/,
      ],
      [
        'redirected to a file',
        'file',
        (response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
        /./,
      ],
    ])('are told when %s', async (_, name, document, detail) => {
      server.documents[`/${name}.jsonld`] = document;
      const answer = await send('GET', '/entities?type=T', undefined, link(`${server.url}/${name}.jsonld`));
      expect(answer).toMatchObject(problem(504, 'LdContextNotAvailable', detail));
    });

    it.each<[string, string, ContextServer['documents'][string], RegExp]>([
      ['no JSON', 'html', '<html>', /is no JSON/],
      ['no context', 'other', { a: 1 }, /has no @context/],
      ['a circle', 'circle', { '@context': 'circle.jsonld' }, /refers to itself/],
    ])('are refused when %s', async (_, name, document, detail) => {
      server.documents[`/${name}.jsonld`] = document;
      const answer = await send('GET', '/entities?type=T', undefined, link(`${server.url}/${name}.jsonld`));
      expect(answer).toMatchObject(problem(400, 'BadRequestData', detail));
    });

    it('are asked for once by many at a time, and given up', async () => {
      server.documents['/hangs.jsonld'] = () => undefined;
      const ask = () => send('GET', '/entities?type=T', undefined, link(`${server.url}/hangs.jsonld`));
      const answers = await Promise.all([ask(), ask(), ask()]);
      for (const answer of answers) {
        expect(answer).toMatchObject(problem(504, 'LdContextNotAvailable', /no answer within 5000 ms/));
      }
      expect(server.requests.filter((path) => path === '/hangs.jsonld')).toHaveLength(1);
    });
  });
});

describe('JSON-LD contexts by default', () => {
  let service: RunningService;
  let server: ContextServer;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService({ NGSI_LD_LENIENT_CONTEXT: 'false' });
    server = await startContextServer();
    send = brokerClient(service.url);
  });
  afterAll(async () => {
    await service.stop();
    await server.close();
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:7f00:1]', '0x7f000001'])(
    'are not fetched from %s',
    async (host) => {
      const url = `${server.url.replace('127.0.0.1', host)}/context.jsonld`;
      const answer = await send('GET', '/entities?type=T', undefined, link(url));
      expect(answer).toMatchObject(problem(504, 'LdContextNotAvailable', /not an address of the public/));
      expect(server.requests).toEqual([]);
    },
  );

  it('are refused in the Link header beside a body in JSON-LD, where that is set', async () => {
    const body = { ...vehicle('1'), '@context': CORE };
    const answer = await send('POST', '/entities', body, { ...JSON_LD, ...link(CORE) });
    expect(answer).toMatchObject(problem(400, 'BadRequestData', /stands in the body alone/));
  });
});
