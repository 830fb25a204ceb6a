import { Logger } from '@nestjs/common';
import { problem, ScriptedBroker } from '../../../test/ngsi-ld/scripted-broker';
import { BrokerError, EntityExistsError } from '../broker-errors';
import { dateTime, type Entity, property } from '../entity';
import { ExternalBrokerAdapter } from './external-broker.adapter';

const id = 'urn:ngsi-ld:CitizenReport:1';
const report: Entity = { id, type: 'CitizenReport', title: property('Pothole') };
const broker = new ScriptedBroker();
let url: string;
let adapter: ExternalBrokerAdapter;

beforeAll(async () => {
  Logger.overrideLogger(false);
  url = await broker.start();
});
beforeEach(() => {
  broker.requests.length = 0;
  adapter = new ExternalBrokerAdapter({ url });
});
afterEach(() => adapter.onApplicationShutdown());
afterAll(() => broker.stop());

describe('every request', () => {
  it('names no tenant, token or context unless there are some', async () => {
    broker.script = () => ({ status: 200, body: report });
    await adapter.findEntity(id);
    expect(broker.requests).toMatchObject([{ method: 'GET', path: `/entities/${id}`, body: '' }]);
    expect(broker.requests[0]?.headers).not.toHaveProperty('ngsild-tenant');
    expect(broker.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(broker.requests[0]?.headers).not.toHaveProperty('link');
    expect(broker.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  it('carries tenant, token and context', async () => {
    broker.script = () => ({ status: 201 });
    const contextUrl = 'https://example.org/context.jsonld';
    const other = new ExternalBrokerAdapter({ url: `${url}/`, tenant: 'hanoi', token: 'abc', contextUrl });
    await other.createEntity(report);
    other.onApplicationShutdown();
    expect(broker.requests).toMatchObject([
      {
        path: '/entities',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'ngsild-tenant': 'hanoi',
          authorization: 'Bearer abc',
          link: `<${contextUrl}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`,
        },
      },
    ]);
  });

  it('sends an entity with a context of its own as linked data, without the Link header', async () => {
    broker.script = () => ({ status: 201 });
    const other = new ExternalBrokerAdapter({ url, contextUrl: 'https://example.org/context.jsonld' });
    await other.createEntity({ ...report, '@context': ['https://example.org/own.jsonld'] });
    other.onApplicationShutdown();
    expect(broker.requests[0]?.headers).toMatchObject({ 'content-type': 'application/ld+json' });
    expect(broker.requests[0]?.headers).not.toHaveProperty('link');
  });
});

describe('createEntity', () => {
  it.each([
    [201, { Location: `/ngsi-ld/v1/entities/${id}` }],
    [201, { Location: `https://broker.example/ngsi-ld/v1/entities/${id}` }],
    [201, {}],
    [204, {}],
  ])('takes %d with %p for done', async (status, headers) => {
    broker.script = () => ({ status, headers });
    await adapter.createEntity(report);
    expect(broker.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([report]);
  });

  it('tells an entity that exists', async () => {
    broker.script = () => problem(409, 'AlreadyExists');
    await expect(adapter.createEntity(report)).rejects.toThrow(EntityExistsError);
  });

  it.each([200, 207, 301, 400, 401, 403, 404, 500])('takes %d for an error of the broker', async (status) => {
    broker.script = () => problem(status, 'BadRequestData');
    const error = await adapter.createEntity(report).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BrokerError);
    expect((error as BrokerError).message).not.toContain('secret');
  });
});

describe('findEntity', () => {
  it('gives the entity without the context of the answer', async () => {
    broker.script = () => ({ status: 200, body: { ...report, '@context': 'https://example.org/c.jsonld' } });
    expect(await adapter.findEntity(id)).toEqual(report);
  });

  it.each(['ResourceNotFound', 'NonexistentTenant', 'NotFound'])('gives undefined for %s', async (type) => {
    broker.script = () => problem(404, type);
    expect(await adapter.findEntity(id)).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['HTML', '<h1>Not found</h1>'],
    ['nothing', undefined],
    ['an error of something else', { statusCode: 404, message: 'Cannot GET /' }],
  ])('does not take a 404 with %s for an answer of a broker', async (_what, body) => {
    broker.script = () => ({ status: 404, body });
    await expect(adapter.findEntity(id)).rejects.toThrow(BrokerError);
  });

  it.each<[string, unknown]>([
    ['nothing', ''],
    ['a list', [report]],
    ['null', null],
    ['no id', { type: 'CitizenReport' }],
    ['a number for id', { id: 1, type: 'CitizenReport' }],
    ['no type', { id }],
    ['simplified attributes', { id, type: 'CitizenReport', title: 'Pothole' }],
    ['a null attribute', { id, type: 'CitizenReport', title: null }],
  ])('refuses a body with %s', async (_what, body) => {
    broker.script = () => ({ status: 200, body });
    await expect(adapter.findEntity(id)).rejects.toThrow(BrokerError);
  });

  it('takes several types, scope and several instances of an attribute', async () => {
    const body = { id, type: ['A', 'B'], scope: ['/x'], title: [property('a'), property('b')] };
    broker.script = () => ({ status: 200, body });
    expect(await adapter.findEntity(id)).toEqual(body);
  });

  it('encodes the id as one part of the path', async () => {
    broker.script = () => problem(404, 'ResourceNotFound');
    const hostile = 'urn:x:a/../b?c#d%2e"';
    await adapter.findEntity(hostile);
    expect(broker.requests[0]?.path).toBe(`/entities/${hostile}`);
  });
});

describe('updateAttributes', () => {
  const attributes = { status: property('resolved'), dateModified: dateTime(new Date(0)) };

  it('appends with overwriting, so that missing attributes are added on every broker', async () => {
    broker.script = () => ({ status: 204 });
    expect(await adapter.updateAttributes(id, attributes)).toBe(true);
    expect(broker.requests).toMatchObject([{ method: 'POST', path: `/entities/${id}/attrs` }]);
    expect(JSON.parse(broker.requests[0]?.body ?? '')).toEqual(attributes);
  });

  it('is false for an unknown entity', async () => {
    broker.script = () => problem(404, 'ResourceNotFound');
    expect(await adapter.updateAttributes(id, attributes)).toBe(false);
  });

  it('fails when an attribute was left out', async () => {
    const body = { updated: ['status'], notUpdated: [{ attributeName: 'dateModified', reason: 'no' }] };
    broker.script = () => ({ status: 207, body });
    await expect(adapter.updateAttributes(id, attributes)).rejects.toThrow(BrokerError);
  });
});

describe('deleteEntity', () => {
  it('takes 204 for done, and no other status', async () => {
    broker.script = () => ({ status: 204 });
    expect(await adapter.deleteEntity(id)).toBe(true);
    expect(broker.requests).toMatchObject([{ method: 'DELETE', path: `/entities/${id}` }]);
    broker.script = () => ({ status: 200, body: '<h1>Welcome</h1>' });
    await expect(adapter.deleteEntity(id)).rejects.toThrow(BrokerError);
    await expect(adapter.updateAttributes(id, {})).rejects.toThrow(BrokerError);
  });

  it('is false for an unknown entity', async () => {
    broker.script = () => problem(404, 'ResourceNotFound');
    expect(await adapter.deleteEntity(id)).toBe(false);
  });

  it('is true when a gateway lost the answer to the first request', async () => {
    broker.script = () => (broker.requests.length === 1 ? { status: 504 } : problem(404, 'ResourceNotFound'));
    expect(await adapter.deleteEntity(id)).toBe(true);
    expect(broker.requests).toHaveLength(2);
  });

  it('is false when the first request was refused', async () => {
    broker.script = () => (broker.requests.length === 1 ? { status: 503 } : problem(404, 'ResourceNotFound'));
    expect(await adapter.deleteEntity(id)).toBe(false);
  });
});

describe('ping', () => {
  it('takes any word of the broker for a sign of life', async () => {
    broker.script = () => problem(404, 'ResourceNotFound');
    await expect(adapter.ping()).resolves.toBeUndefined();
  });

  it('fails when something else answers', async () => {
    broker.script = () => ({ status: 200, body: '<h1>Welcome</h1>' });
    await expect(adapter.ping()).rejects.toThrow(BrokerError);
  });
});

describe('countByValue', () => {
  it('asks for the count of each value alone', async () => {
    broker.script = ({ query }) => ({
      status: 200,
      headers: { 'NGSILD-Results-Count': query.get('q')?.includes('"a"') ? '3' : '0' },
      body: [],
    });
    expect(await adapter.countByValue('CitizenReport', 'status', ['a', 'b"|c'])).toEqual({ a: 3, 'b"|c': 0 });
    expect(broker.requests.map(({ query }) => query.get('q'))).toEqual(['status=="a"', 'status=="b\\"|c"']);
    expect(broker.requests.map(({ query }) => query.get('limit'))).toEqual(['0', '0']);
  });
});
