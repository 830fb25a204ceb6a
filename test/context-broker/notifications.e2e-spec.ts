import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient } from './broker-client';
import { startContextServer } from './context-server';
import { type Receiver, startReceiver } from './receiver';
import { subscribe, subscription, unique } from './subscription-client';

const CORE = /ngsi-ld-core-context/;
const NULL = 'urn:ngsi-ld:null';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;

const property = (value: unknown) => ({ type: 'Property', value });

describe('notifications', () => {
  let service: RunningService;
  let send: BrokerClient;
  let receiver: Receiver;
  let type: string;
  let id: string;
  let path: string;
  beforeAll(async () => {
    service = await startService({ NGSI_LD_ALLOW_PRIVATE_HOSTS: 'true' });
    send = brokerClient(service.url);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
    type = `Type${unique()}`;
    id = `urn:ngsi-ld:${type}:1`;
    path = `/entities/${id}`;
  });
  afterEach(() => receiver.close());

  const create = (more: object = {}, of = type) =>
    send('POST', '/entities', { id, type: of, a: 1, b: 'x', ...more });
  const subscribed = (more: Record<string, unknown> = {}) =>
    subscribe(send, subscription(type, receiver.url, more));
  const data = async (n = 1) => (await receiver.count(n))[n - 1]?.body.data;

  it('tell of an entity that is created, and of none that was there', async () => {
    await create();
    const subscriptionPath = await subscribed();
    await send('POST', '/entities', { id: `${id}2`, type, a: 2 });
    const [first] = await receiver.count(1);
    expect(first?.body).toEqual({
      id: expect.stringMatching(/^urn:ngsi-ld:Notification:[0-9a-f-]{36}$/) as string,
      type: 'Notification',
      subscriptionId: subscriptionPath.slice('/subscriptions/'.length),
      notifiedAt: TIME,
      data: [{ id: `${id}2`, type, a: property(2) }],
    });
    expect(first).toMatchObject({
      path: '/notify',
      headers: { 'content-type': 'application/json', link: expect.stringMatching(CORE) as string },
    });
    expect(first?.headers).not.toHaveProperty('ngsild-tenant');
  });

  it('tell of attributes that are added and changed, with the whole entity', async () => {
    await create();
    await subscribed();
    await send('POST', `${path}/attrs`, { c: 3 });
    await send('PATCH', `${path}/attrs/a`, { value: 2 });
    await send('PATCH', `${path}/attrs`, { b: 'y' });
    const all = await receiver.count(3);
    expect(all.map(({ body }) => body.data[0])).toEqual([
      { id, type, a: property(1), b: property('x'), c: property(3) },
      { id, type, a: property(2), b: property('x'), c: property(3) },
      { id, type, a: property(2), b: property('y'), c: property(3) },
    ]);
  });

  it('tell nothing of a write that changes nothing, or that is refused', async () => {
    await create();
    await subscribed();
    await send('PATCH', `${path}/attrs`, { a: 1 });
    await send('PATCH', `${path}/attrs/nothing`, { value: 1 });
    await create();
    await send('PATCH', `${path}/attrs`, { a: 2 });
    expect(await data()).toMatchObject([{ a: property(2) }]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another type', { entities: [{ type: 'Other' }] }],
    ['another id', { entities: [{ type: '*', id: 'urn:x:other' }] }],
    ['another pattern', { entities: [{ type: '*', idPattern: 'nothing' }] }],
    ['types of which it has one', { entities: [{ type: '(Other;Another)' }] }],
    ['another attribute', { watchedAttributes: ['c'] }],
    ['a query that it does not meet', { q: 'a>100' }],
    ['a query on an attribute that it has not', { q: 'nothing' }],
    ['another scope', { scopeQ: '/other' }],
    ['another place', { geoQ: { georel: 'near;maxDistance==1', geometry: 'Point', coordinates: [50, 50] } }],
    ['other triggers', { notificationTrigger: ['entityDeleted', 'attributeDeleted', 'entityCreated'] }],
    ['nothing, as it is paused', { isActive: false }],
  ])('tell nothing to who asks for %s', async (_, more) => {
    await create({ scope: '/a', location: { type: 'Point', coordinates: [0, 0] } });
    await subscribed(more);
    const other = await startReceiver();
    await subscribe(send, subscription(type, other.url));
    await send('PATCH', `${path}/attrs`, { a: 2 });
    await other.count(1);
    await other.close();
    expect(receiver.received).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['its type among others', { entities: [{ type: 'Other' }, { type: 'TYPE|Another' }] }],
    ['its id', { entities: [{ type: 'TYPE', id: ['urn:x:1', 'ID'] }] }],
    ['its pattern', { entities: [{ type: '*', idPattern: ':1$' }] }],
    ['its attribute', { entities: undefined, watchedAttributes: ['a'], q: 'mark=="ID"' }],
    ['everything', { entities: undefined, localOnly: true, q: 'mark=="ID"' }],
    ['a query that it meets', { q: '(a==2|a==100);b~="^x"' }],
    ['a query as in a URL', { q: 'mark==%22ID%22' }],
    ['when it was made', { q: 'createdAt>2020-01-01T00:00:00Z;a.modifiedAt>2020-01-01T00:00:00Z' }],
    ['its scope', { scopeQ: '/a/#' }],
    ['its place', { geoQ: { georel: 'near;maxDistance==1000', geometry: 'Point', coordinates: [0, 0] } }],
    ['updates', { notificationTrigger: ['entityUpdated'] }],
  ])('tell who asks for %s', async (_, more) => {
    await create({ mark: id, scope: '/a/b', location: { type: 'Point', coordinates: [0, 0] } });
    const text = JSON.stringify(more).replaceAll('TYPE', type).replaceAll('ID', id);
    await subscribed({
      ...(JSON.parse(text) as object),
      ...('entities' in more && more['entities'] === undefined && { entities: undefined }),
    });
    await send('PATCH', `${path}/attrs`, { a: 2 });
    expect(await data()).toMatchObject([{ id, a: property(2) }]);
  });

  it('follow relationships in a query', async () => {
    for (const [name, level] of [
      ['low', 0.3],
      ['full', 0.9],
    ] as const) {
      await send('POST', '/entities', { id: `urn:x:${type}:${name}`, type: 'Device', level });
    }
    await subscribed({ q: 'of{level}<0.5' });
    for (const name of ['full', 'low']) {
      await send('POST', '/entities', { id: `${id}${name}`, type, of: { object: `urn:x:${type}:${name}` } });
    }
    expect(await data()).toMatchObject([{ id: `${id}low` }]);
  });

  it('tell of an entity that is deleted, by its id and type alone', async () => {
    await create();
    await subscribed({ notificationTrigger: ['entityDeleted'] });
    await send('DELETE', path);
    expect(await data()).toEqual([{ id, type, deletedAt: TIME }]);
  });

  it('tell of an entity that ends by itself', async () => {
    await subscribed({ notificationTrigger: ['entityDeleted'] });
    await create({ expiresAt: new Date(Date.now() + 200).toISOString() });
    expect(await data()).toEqual([{ id, type, deletedAt: TIME }]);
  });

  it('tell of attributes that are deleted', async () => {
    const lists = { e: { valueList: [1, 2] }, f: { objectList: ['urn:x:1'] } };
    await create({ c: { languageMap: { en: 'x' } }, d: { object: 'urn:x:1' }, ...lists });
    await subscribed({ notificationTrigger: ['attributeDeleted'] });
    for (const name of ['a', 'c', 'e', 'f', 'd']) await send('DELETE', `${path}/attrs/${name}`);
    const all = await receiver.count(5);
    expect(all.map(({ body }) => body.data)).toEqual([
      [expect.objectContaining({ id, a: property(NULL), b: property('x') })],
      [expect.objectContaining({ c: { type: 'LanguageProperty', languageMap: { '@none': NULL } } })],
      [expect.objectContaining({ e: { type: 'ListProperty', valueList: [NULL] } })],
      [expect.objectContaining({ f: { type: 'ListRelationship', objectList: [{ object: NULL }] } })],
      [{ id, type, b: property('x'), d: { type: 'Relationship', object: NULL } }],
    ]);
  });

  it('tell of instances that are deleted beside those that are left', async () => {
    const german = { ...property('rot'), datasetId: 'urn:d:de' };
    await create({ a: [property('red'), german] });
    await subscribed({ notificationTrigger: ['attributeDeleted'], notification: { format: 'keyValues' } });
    await send('DELETE', `${path}/attrs/a?datasetId=urn:d:de`);
    expect(await data()).toEqual([
      { id, type, a: { dataset: { '@none': 'red', 'urn:d:de': NULL } }, b: 'x' },
    ]);
    await send('DELETE', `${path}/attrs/a`);
    expect(await data(2)).toEqual([{ id, type, a: NULL, b: 'x' }]);
  });

  it('tell of watched attributes that go with their entity', async () => {
    await create();
    await subscribed({
      notificationTrigger: ['attributeDeleted'],
      watchedAttributes: ['a'],
      notification: { sysAttrs: true },
    });
    await send('DELETE', path);
    const times = { createdAt: TIME, modifiedAt: TIME, deletedAt: TIME };
    expect(await data()).toEqual([{ id, type, ...times, a: { ...property(NULL), ...times } }]);
  });

  it('show what was before', async () => {
    await create({ c: { languageMap: { en: 'x' } }, d: { object: 'urn:x:1' } });
    await subscribed({
      notificationTrigger: ['entityUpdated', 'entityDeleted'],
      notification: { showChanges: true },
    });
    await send('PATCH', `${path}/attrs`, {
      a: 2,
      c: { languageMap: { en: 'y' } },
      d: { object: 'urn:x:2' },
      e: 1,
    });
    expect(await data()).toEqual([
      {
        id,
        type,
        a: { ...property(2), previousValue: 1 },
        b: property('x'),
        c: { type: 'LanguageProperty', languageMap: { en: 'y' }, previousLanguageMap: { en: 'x' } },
        d: { type: 'Relationship', object: 'urn:x:2', previousObject: 'urn:x:1' },
        e: property(1),
      },
    ]);
    await send('DELETE', `${path}/attrs/a`);
    expect(await data(2)).toMatchObject([{ a: { ...property(NULL), previousValue: 2 }, b: property('x') }]);
    await send('DELETE', path);
    expect(await data(3)).toEqual([
      {
        id,
        type,
        deletedAt: TIME,
        b: { ...property(NULL), previousValue: 'x' },
        c: { type: 'LanguageProperty', languageMap: { '@none': NULL }, previousLanguageMap: { en: 'y' } },
        d: { type: 'Relationship', object: NULL, previousObject: 'urn:x:2' },
        e: { ...property(NULL), previousValue: 1 },
      },
    ]);
  });

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ format: 'concise' }, { id: 'ID', type: 'TYPE', a: 1, b: 'x', c: { value: 2, unitCode: 'CEL' } }],
    [{ format: 'simplified' }, { id: 'ID', type: 'TYPE', a: 1, b: 'x', c: 2 }],
    [
      { attributes: ['a'], format: 'keyValues' },
      { id: 'ID', type: 'TYPE', a: 1 },
    ],
    [
      { pick: ['id', 'a'], format: 'keyValues' },
      { id: 'ID', a: 1 },
    ],
    [
      { omit: ['type', 'b', 'c'], format: 'keyValues' },
      { id: 'ID', a: 1 },
    ],
  ])('are written as asked for: %j', async (notification, expected) => {
    await subscribed({ notification });
    await create({ c: { value: 2, unitCode: 'CEL' } });
    const text = JSON.stringify(expected).replaceAll('TYPE', type).replaceAll('ID', id);
    expect(await data()).toEqual([JSON.parse(text)]);
  });

  it('have the entities that relationships lead to, when asked for', async () => {
    const city = { id: `urn:x:City:${type}`, type: 'City', name: 'Hanoi' };
    await send('POST', '/entities', city);
    const other = await startReceiver();
    await subscribed({ notification: { join: 'inline', pick: ['id', 'of{name}'], format: 'keyValues' } });
    await subscribe(
      send,
      subscription(type, other.url, { notification: { join: 'flat', format: 'keyValues' } }),
    );
    await create({ of: { object: city.id } });
    expect(await data()).toEqual([{ id, of: { name: 'Hanoi' } }]);
    const [flat] = await other.count(1);
    await other.close();
    expect(flat?.body.data).toEqual([{ id, type, a: 1, b: 'x', of: city.id }, city]);
  });

  it('are in the language that is asked for', async () => {
    await subscribed({ lang: 'vi', notification: { attributes: ['c'] } });
    await create({ c: { languageMap: { en: 'street', vi: 'đường' } } });
    expect(await data()).toEqual([{ id, type, c: { ...property('đường'), lang: 'vi' } }]);
  });

  it('have system attributes when asked for', async () => {
    await subscribed({ notification: { sysAttrs: true } });
    await create();
    const times = { createdAt: TIME, modifiedAt: TIME };
    expect(await data()).toEqual([
      { id, type, ...times, a: { ...property(1), ...times }, b: { ...property('x'), ...times } },
    ]);
  });

  it('have the instances of the datasets that are asked for', async () => {
    await subscribed({ datasetId: ['urn:d:de'] });
    const german = { ...property('rot'), datasetId: 'urn:d:de' };
    await create({ a: [property('red'), german] });
    expect(await data()).toEqual([{ id, type, a: german }]);
  });

  it('are JSON-LD or GeoJSON when asked for', async () => {
    await subscribed({ endpoint: { accept: 'application/ld+json' } });
    await create({ location: { type: 'Point', coordinates: [1, 2] } });
    const [jsonLd] = await receiver.count(1);
    expect(jsonLd?.headers).toMatchObject({ 'content-type': 'application/ld+json' });
    expect(jsonLd?.headers).not.toHaveProperty('link');
    expect(jsonLd?.body.data).toMatchObject([{ id, '@context': expect.stringMatching(CORE) as string }]);

    const other = await startReceiver();
    const geo = { accept: 'application/geo+json', receiverInfo: [{ key: 'Prefer', value: 'body=json' }] };
    await subscribe(send, subscription(type, other.url, { endpoint: geo }));
    await send('PATCH', `${path}/attrs`, { a: 2 });
    const [feature] = await other.count(1);
    await other.close();
    expect(feature?.headers).toMatchObject({ 'content-type': 'application/geo+json', prefer: 'body=json' });
    expect(feature?.body.data).toEqual({
      type: 'FeatureCollection',
      features: [
        expect.objectContaining({ id, type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } }),
      ],
    });
  });

  it('are written with the names of the subscription, or with those of its jsonldContext', async () => {
    const contexts = await startContextServer();
    contexts.documents['/user'] = { '@context': { size: `https://city.example/${type}#size` } };
    contexts.documents['/other'] = { '@context': { extent: `https://city.example/${type}#size` } };
    const user = `${contexts.url}/user`;
    const jsonLd = { 'Content-Type': 'application/ld+json' };
    const own = subscription(type, receiver.url, { watchedAttributes: ['size'], q: 'size>1' });
    const path = await subscribe(send, { ...own, '@context': user } as never, jsonLd);
    const other = await startReceiver();
    const renamed = { jsonldContext: `${contexts.url}/other`, endpoint: { accept: 'application/ld+json' } };
    await subscribe(send, subscription(type, other.url, renamed));
    await send('POST', '/entities', { id, type, [`https://city.example/${type}#size`]: 2 });

    const [first] = await receiver.count(1);
    expect(first?.body.data).toEqual([{ id, type, size: property(2) }]);
    expect(first?.headers['link']).toContain(`<${user}>`);
    const [second] = await other.count(1);
    expect(second?.body.data).toMatchObject([
      { extent: property(2), '@context': [`${contexts.url}/other`, expect.stringMatching(CORE) as string] },
    ]);
    expect((await send('GET', path)).data).toMatchObject({
      watchedAttributes: [`https://city.example/${type}#size`],
    });
    const link = { Link: `<${user}>; rel="http://www.w3.org/ns/json-ld#context"` };
    expect((await send('GET', path, undefined, link)).data).toMatchObject({
      watchedAttributes: ['size'],
      q: 'size>1',
    });
    const lost = subscription(type, receiver.url, { jsonldContext: `${contexts.url}/nothing` });
    expect((await send('POST', '/subscriptions', lost)).status).toBe(504);
    await other.close();
    await contexts.close();
  });

  it('carry the headers that the receiver wants, and the tenant', async () => {
    const tenant = { 'NGSILD-Tenant': `tenant${unique()}` };
    const endpoint = { receiverInfo: [{ key: 'Authorization', value: 'Bearer secret' }] };
    await subscribe(send, subscription(type, receiver.url, { endpoint }), tenant);
    await create();
    await send('POST', '/entities', { id, type, a: 5 }, tenant);
    const [first] = await receiver.count(1);
    expect(first?.body.data).toMatchObject([{ a: property(5) }]);
    expect(first?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'ngsild-tenant': tenant['NGSILD-Tenant'],
    });
  });

  it('gather the entities of a batch', async () => {
    await subscribed();
    const batch = Array.from({ length: 20 }, (_, at) => ({ id: `${id}${at}`, type, a: at }));
    await send('POST', '/entityOperations/create', batch);
    const notified: unknown[] = [];
    for (let n = 1; notified.length < 20; n += 1) notified.push(...((await data(n)) ?? []));
    expect(notified).toEqual(batch.map((entity) => ({ ...entity, a: property(entity.a) })));
    expect(receiver.received.length).toBeLessThan(20);
    await send(
      'POST',
      '/entityOperations/delete',
      batch.map((entity) => entity.id),
    );
  });

  it('go on after the subscription was changed, and end with it', async () => {
    const subscriptionPath = await subscribed({ q: 'a==1' });
    await create();
    await receiver.count(1);
    await send('PATCH', subscriptionPath, { q: 'a==2' });
    await send('PATCH', `${path}/attrs`, { b: 'y' });
    await send('PATCH', `${path}/attrs`, { a: 2 });
    expect(await data(2)).toMatchObject([{ a: property(2) }]);
    await send('PATCH', subscriptionPath, { isActive: false });
    await send('PATCH', `${path}/attrs`, { b: 'z' });
    await send('PATCH', subscriptionPath, { isActive: true });
    await send('PATCH', `${path}/attrs`, { b: 'w' });
    expect(await data(3)).toMatchObject([{ b: property('w') }]);
    await send('DELETE', subscriptionPath);
    const other = await startReceiver();
    await subscribe(send, subscription(type, other.url));
    await send('PATCH', `${path}/attrs`, { a: 3 });
    await other.count(1);
    await other.close();
    expect(receiver.received).toHaveLength(3);
  });

  it('come in an interval, as long as there is something to tell', async () => {
    const subscriptionPath = await subscribed({
      timeInterval: 1,
      q: 'a>0',
      notification: { attributes: ['a'] },
    });
    await create();
    const entity = { id, type, a: property(1) };
    expect(await data(1)).toEqual([entity]);
    expect(await data(2)).toEqual([entity]);
    await send('PATCH', `${path}/attrs`, { a: 2 });
    while (
      JSON.stringify(await data(receiver.received.length)) !== JSON.stringify([{ ...entity, a: property(2) }])
    ) {
      await receiver.count(receiver.received.length + 1);
    }
    const { data: shown } = await send('GET', subscriptionPath);
    expect(shown['notificationTrigger']).toEqual(['attributeCreated', 'attributeUpdated']);
    await send('DELETE', subscriptionPath);
  });
});
