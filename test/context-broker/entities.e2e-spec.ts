import { request as httpRequest } from 'node:http';
import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';

const CORE = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context.jsonld';
const CONTEXT_LINK = `<${CORE}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`;
const ID = 'urn:ngsi-ld:CitizenReport:1';

const report = {
  id: ID,
  type: 'CitizenReport',
  description: { type: 'Property', value: 'Đèn hỏng' },
  temperature: { type: 'Property', value: 30, unitCode: 'CEL', observedAt: '2026-01-01T00:00:00Z' },
  owner: { type: 'Relationship', object: 'urn:ngsi-ld:Person:1' },
  name: { type: 'LanguageProperty', languageMap: { en: 'light', vi: 'đèn' } },
  location: { type: 'GeoProperty', value: { type: 'Point', coordinates: [106.7009, 10.7756] } },
};

describe('the NGSI-LD interface', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
    expect(await send('POST', '/entities', report)).toMatchObject({ status: 201 });
  });
  afterAll(() => service.stop());

  describe('creating an entity', () => {
    it.each(['/entities', '/entities/'])('answers 201 with a relative Location at %s', async (path) => {
      const id = `urn:ngsi-ld:Thing:${path.length}`;
      const created = await send('POST', path, { id, type: 'Thing', a: 1 });
      expect(created).toMatchObject({ status: 201, data: '' });
      expect(created.headers['location']).toBe(`/ngsi-ld/v1/entities/${id}`);
      expect((await send('GET', `/entities/${id}`)).data).toEqual({
        id,
        type: 'Thing',
        a: { type: 'Property', value: 1 },
      });
    });

    it('answers 409 when there is one', async () => {
      expect(await send('POST', '/entities', report)).toMatchObject(problem(409, 'AlreadyExists', ID));
    });

    it('takes ids of other scripts', async () => {
      const created = await send('POST', '/entities', { id: 'urn:ngsi-ld:Đường:1', type: 'Thing' });
      expect(created.status).toBe(201);
      expect(created.headers['location']).toBe(
        `/ngsi-ld/v1/entities/urn:ngsi-ld:${encodeURIComponent('Đ')}${encodeURIComponent('ườ')}ng:1`,
      );
      expect((await send('GET', `/entities/${encodeURIComponent('urn:ngsi-ld:Đường:1')}`)).status).toBe(200);
    });

    it.each<[string, unknown, number, string, RegExp]>([
      ['malformed JSON', '{', 400, 'InvalidRequest', /malformed JSON/],
      ['a name twice', '{"id":"urn:x:1","id":"urn:x:2"}', 400, 'InvalidRequest', /stands twice/],
      ['__proto__', '{"id":"urn:x:1","type":"T","__proto__":1}', 400, 'InvalidRequest', /__proto__/],
      ['an array', [report], 400, 'BadRequestData', /JSON object/],
      ['no id', { type: 'Thing' }, 400, 'BadRequestData', /id: must be a URI/],
      ['an id that is no URI', { id: 'x', type: 'Thing' }, 400, 'BadRequestData', /id: must be a URI/],
      [
        'a huge id',
        { id: `urn:x:${'y'.repeat(10_000)}`, type: 'Thing' },
        400,
        'BadRequestData',
        /id: must be a URI/,
      ],
      ['NUL in the id', { id: 'urn:x:\u0000', type: 'Thing' }, 400, 'BadRequestData', /id: must be a URI/],
      ['no type', { id: 'urn:x:1' }, 400, 'BadRequestData', /type: must be given/],
      [
        'an attribute of null',
        { id: 'urn:x:1', type: 'Thing', a: null },
        400,
        'BadRequestData',
        /a: must not be null/,
      ],
      [
        'SQL as a name',
        { id: 'urn:x:1', type: "T'; DROP TABLE entity; --" },
        400,
        'BadRequestData',
        /no valid name/,
      ],
      ['a colon as a type', { id: 'urn:x:1', type: ':' }, 400, 'BadRequestData', /no valid name/],
      ['a context in JSON', { ...report, '@context': CORE }, 400, 'BadRequestData', /@context/],
    ])('refuses %s', async (_what, body, status, type, detail) => {
      expect(await send('POST', '/entities', body)).toMatchObject(problem(status, type, detail));
    });

    it('refuses other media types and bodies that are too large or missing', async () => {
      const text = await send('POST', '/entities', 'x', { 'Content-Type': 'text/plain' });
      expect(text).toMatchObject({ status: 415, data: '' });
      const geo = await send('POST', '/entities', '{}', { 'Content-Type': 'application/geo+json' });
      expect(geo).toMatchObject({ status: 415, data: '' });
      const large = await send('POST', '/entities', JSON.stringify({ ...report, a: 'x'.repeat(3_000_000) }));
      expect(large).toMatchObject(problem(413, undefined, /larger/));
      expect(await send('POST', '/entities')).toMatchObject(problem(400, 'InvalidRequest', /a body/));
    });
  });

  describe('the JSON-LD context', () => {
    const json = { 'Content-Type': 'application/ld+json' };
    const thing = (id: string) => ({ id, type: 'Thing' });

    it('stands in the body of JSON-LD, and may stand in a Link beside it', async () => {
      const body = { ...thing('urn:x:ld1'), '@context': [CORE.replace('.jsonld', '-v1.8.jsonld')] };
      expect((await send('POST', '/entities', body, json)).status).toBe(201);
      const linked = { ...thing('urn:x:ld2'), '@context': CORE };
      expect((await send('POST', '/entities', linked, { ...json, Link: CONTEXT_LINK })).status).toBe(201);
      const missing = await send('POST', '/entities', thing('urn:x:ld3'), json);
      expect(missing).toMatchObject(problem(400, 'BadRequestData', /@context: is needed/));
    });

    it('is never ignored when it is another', async () => {
      const other = CONTEXT_LINK.replace(CORE, 'https://example.org/context.jsonld');
      expect(await send('GET', '/entities', undefined, { Link: other })).toMatchObject(
        problem(504, 'LdContextNotAvailable', /example\.org/),
      );
    });

    it('is told in the Link header of JSON and in the entities of JSON-LD', async () => {
      const inJson = await send('GET', `/entities/${ID}`);
      expect(inJson.headers).toMatchObject({ 'content-type': 'application/json', link: CONTEXT_LINK });
      expect(inJson.data).toEqual(report);
      const inJsonLd = await send('GET', `/entities?id=${ID}`, undefined, { Accept: 'application/ld+json' });
      expect(inJsonLd.headers['content-type']).toBe('application/ld+json');
      expect(inJsonLd.headers['link']).toBeUndefined();
      expect(inJsonLd.data).toEqual([{ ...report, '@context': CORE }]);
    });
  });

  it.each([
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/ld+json, application/json', 'application/json'],
    ['application/ld+json, application/json;q=0.5', 'application/ld+json'],
    ['application/geo+json', 'application/geo+json'],
    ['text/html, application/ld+json;q=0.1', 'application/ld+json'],
    ['application/json;q=0, */*;q=0.1', 'application/ld+json'],
  ])('chooses for Accept: %s the type %s', async (accept, expected) => {
    const { status, headers } = await send('GET', '/entities?local=true', undefined, { Accept: accept });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(expected);
  });

  it('answers 406 when nothing is accepted', async () => {
    const refused = await send('GET', '/entities', undefined, { Accept: 'text/html' });
    expect(refused).toMatchObject(problem(406, undefined, /Accept/));
  });

  describe('representations', () => {
    it.each(['options=keyValues', 'options=simplified', 'format=simplified', 'format=keyValues'])(
      '%s',
      async (option) => {
        expect((await send('GET', `/entities/${ID}?${option}`)).data).toEqual({
          id: ID,
          type: 'CitizenReport',
          description: 'Đèn hỏng',
          temperature: 30,
          owner: 'urn:ngsi-ld:Person:1',
          name: { languageMap: { en: 'light', vi: 'đèn' } },
          location: report.location.value,
        });
      },
    );

    it('options=concise', async () => {
      expect((await send('GET', `/entities/${ID}?options=concise`)).data).toEqual({
        id: ID,
        type: 'CitizenReport',
        description: 'Đèn hỏng',
        temperature: { value: 30, unitCode: 'CEL', observedAt: '2026-01-01T00:00:00Z' },
        owner: { object: 'urn:ngsi-ld:Person:1' },
        name: { languageMap: { en: 'light', vi: 'đèn' } },
        location: report.location.value,
      });
    });

    it('options=sysAttrs', async () => {
      const { data } = await send('GET', `/entities/${ID}?options=sysAttrs`);
      const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
      expect(data).toMatchObject({
        createdAt: time,
        modifiedAt: time,
        description: { ...report.description, createdAt: time, modifiedAt: time },
      });
    });

    it('GeoJSON', async () => {
      const one = await send('GET', `/entities/${ID}?options=keyValues&attrs=location`, undefined, {
        Accept: 'application/geo+json',
      });
      expect(one.data).toEqual({
        id: ID,
        type: 'Feature',
        geometry: report.location.value,
        properties: { type: 'CitizenReport', location: report.location.value },
        '@context': CORE,
      });
      const many = await send('GET', `/entities?id=${ID}`, undefined, { Accept: 'application/geo+json' });
      expect(many.data).toMatchObject({ type: 'FeatureCollection', features: [{ id: ID, type: 'Feature' }] });
    });

    it('attrs, pick and omit', async () => {
      const members = async (query: string) =>
        Object.keys((await send('GET', `/entities/${ID}?${query}`)).data);
      expect(await members('attrs=owner,name')).toEqual(['id', 'type', 'owner', 'name']);
      expect(await members('pick=owner')).toEqual(['owner']);
      expect(await members('pick=type|owner,id')).toEqual(['id', 'type', 'owner']);
      expect(await members('omit=owner,name,location,type')).toEqual(['id', 'description', 'temperature']);
      expect(await send('GET', `/entities/${ID}?attrs=nothing`)).toMatchObject(
        problem(404, 'ResourceNotFound', /none/),
      );
    });
  });

  describe('deleting an entity', () => {
    it('answers 204, then 404', async () => {
      await send('POST', '/entities', { id: 'urn:x:gone', type: 'Thing' });
      const deleted = await send('DELETE', '/entities/urn:x:gone');
      expect(deleted).toMatchObject({ status: 204, data: '' });
      expect(deleted.headers['content-length']).toBeUndefined();
      for (const method of ['DELETE', 'GET']) {
        expect(await send(method, '/entities/urn:x:gone')).toMatchObject(
          problem(404, 'ResourceNotFound', /urn:x:gone/),
        );
      }
      expect((await send('POST', '/entities', { id: 'urn:x:gone', type: 'Thing' })).status).toBe(201);
    });
  });

  it.each([
    ['PUT', '/entities', 'POST, GET, HEAD, DELETE'],
    ['POST', `/entities/${ID}`, 'GET, HEAD, PUT, PATCH, DELETE'],
    ['GET', `/entities/${ID}/attrs`, 'POST, PATCH'],
    ['GET', `/entities/${ID}/attrs/a`, 'PATCH, PUT, DELETE'],
    ['GET', '/entityOperations/upsert', 'POST'],
  ])('answers %s %s with 405', async (method, path, allow) => {
    const refused = await send(method, path);
    expect(refused).toMatchObject(problem(405, undefined, /not allowed/));
    expect(refused.headers['allow']).toBe(allow);
  });

  it.each(['/nothing', '/entities/a/b/c/d', '/subscription', '/../v2/entities'])(
    'answers 404 for %s',
    async (path) => {
      expect((await send('GET', path)).data).toMatchObject({ status: 404 });
    },
  );

  it('knows no tenant that was never written to', async () => {
    const tenant = { 'NGSILD-Tenant': 'city' };
    expect(await send('GET', '/entities', undefined, tenant)).toMatchObject(
      problem(404, 'NonexistentTenant', /city/),
    );
  });

  it.each([
    ['/entities/%ff', 'InvalidRequest', /%ff/],
    ['/entities?q=%ff', 'InvalidRequest', /percent-encoding/],
    ['/entities/not-a-uri', 'BadRequestData', /id: must be a URI/],
    [`/entities/urn:x:${'y'.repeat(5000)}`, 'BadRequestData', /id: must be a URI/],
  ])('answers 400 for %s', async (path, type, detail) => {
    expect(await rawGet(`${service.url}/ngsi-ld/v1${path}`)).toMatchObject(problem(400, type, detail));
  });
});

/** A request whose path no client library has mended. */
function rawGet(url: string): Promise<{ status: number | undefined; headers: object; data: unknown }> {
  const { hostname, port } = new URL(url);
  const path = url.slice(url.indexOf('/', 'http://'.length));
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          data: JSON.parse(text) as unknown,
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}
