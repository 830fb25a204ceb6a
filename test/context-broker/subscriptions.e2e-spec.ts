import { CORE_TERMS } from '../../src/context-broker/context/terms';
import type { JsonValue } from '../../src/context-broker/model/entity';
import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';
import { subscribe, subscription, unique } from './subscription-client';
import { temporaryBroker } from './temporary-broker';

const RECEIVER = 'http://receiver.example/notify';

describe('subscriptions', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService({ NGSI_LD_ALLOW_PRIVATE_HOSTS: 'true' });
    send = brokerClient(service.url);
  });
  afterAll(() => service.stop());

  const complete = () => ({
    id: `urn:ngsi-ld:Subscription:${unique()}`,
    type: 'Subscription',
    subscriptionName: 'name',
    description: 'description',
    entities: [
      { type: 'A|(B;C)', idPattern: '^urn:' },
      { type: 'D', id: 'urn:x:1' },
    ],
    watchedAttributes: ['a', 'b'],
    notificationTrigger: ['entityCreated', 'attributeUpdated'],
    q: 'a>5;b=="x y"',
    expandValues: ['b'],
    geoQ: { georel: 'near;maxDistance==10', geometry: 'Point', coordinates: [1, 2], geoproperty: 'place' },
    scopeQ: '/a/#',
    lang: 'vi',
    datasetId: ['urn:d:1', '@none'],
    isActive: true,
    expiresAt: '2099-01-01T00:00:00Z',
    throttling: 0.5,
    notification: {
      attributes: ['a'],
      format: 'keyValues',
      sysAttrs: true,
      endpoint: {
        uri: RECEIVER,
        accept: 'application/json',
        timeout: 1000,
        cooldown: 10,
        receiverInfo: [{ key: 'Authorization', value: 'Bearer x' }],
        notifierInfo: [{ key: 'MQTT-QoS', value: '1' }],
      },
    },
  });

  it('are kept as they were given', async () => {
    const given = complete();
    const answer = await send('POST', '/subscriptions', given);
    expect(answer).toMatchObject({
      status: 201,
      headers: { location: `/ngsi-ld/v1/subscriptions/${given.id}` },
    });
    const { data } = await send('GET', `/subscriptions/${given.id}`);
    expect(data).toEqual({ ...given, status: 'active' });
  });

  it('show what they do where nothing was said', async () => {
    const given = subscription('A', RECEIVER);
    const { data } = await send('GET', await subscribe(send, given));
    expect(data).toEqual({
      ...given,
      notificationTrigger: ['attributeCreated', 'attributeUpdated'],
      status: 'active',
    });
  });

  it('get an id where they have none', async () => {
    const given = { ...subscription('A', RECEIVER), id: undefined };
    const { headers } = await send('POST', '/subscriptions/', given);
    expect(headers['location']).toMatch(
      /^\/ngsi-ld\/v1\/subscriptions\/urn:ngsi-ld:Subscription:[0-9a-f-]{36}$/,
    );
    const path = String(headers['location']).slice('/ngsi-ld/v1'.length);
    expect((await send('GET', path)).data).toMatchObject({ entities: [{ type: 'A' }] });
  });

  it('are made once', async () => {
    const given = subscription('A', RECEIVER);
    const tries = await Promise.all(Array.from({ length: 10 }, () => send('POST', '/subscriptions', given)));
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(tries.find(({ status }) => status !== 201)).toMatchObject(problem(409, 'AlreadyExists', given.id));
  });

  it('ignore what is not for clients to say', async () => {
    const given = subscription('A', RECEIVER, {
      status: 'expired',
      createdAt: '2000-01-01T00:00:00Z',
      other: 1,
    });
    const path = await subscribe(send, {
      ...given,
      notification: { ...given.notification, timesSent: 5 } as never,
    });
    const { data } = await send('GET', path);
    expect(data).toMatchObject({ status: 'active' });
    for (const name of ['createdAt', 'other', 'notification.timesSent'])
      expect(data).not.toHaveProperty(name);
  });

  it('have system attributes when asked for', async () => {
    const path = await subscribe(send, subscription('A', RECEIVER));
    const { data } = await send('GET', `${path}?options=sysAttrs`);
    expect(data).toMatchObject({ createdAt: expect.any(String) as string, modifiedAt: data['createdAt'] });
  });

  it('are changed member by member', async () => {
    const path = await subscribe(send, complete());
    const change = { q: 'c', throttling: null, description: 'urn:ngsi-ld:null', isActive: false };
    expect((await send('PATCH', path, change)).status).toBe(204);
    const { data } = await send('GET', path);
    expect(data).toMatchObject({ q: 'c', isActive: false, status: 'paused', subscriptionName: 'name' });
    for (const name of ['throttling', 'description']) expect(data).not.toHaveProperty(name);
    const merge = { 'Content-Type': 'application/merge-patch+json' };
    expect((await send('PATCH', path, { isActive: true }, merge)).status).toBe(204);
    expect((await send('GET', path)).data).toMatchObject({ isActive: true, status: 'active' });
  });

  it('lose no change when several come at once', async () => {
    const path = await subscribe(send, subscription('A', RECEIVER));
    const names = ['q', 'scopeQ', 'lang', 'description', 'subscriptionName'];
    await Promise.all(names.map((name) => send('PATCH', path, { [name]: name })));
    expect((await send('GET', path)).data).toMatchObject(
      Object.fromEntries(names.map((name) => [name, name])),
    );
  });

  it('are deleted', async () => {
    const path = await subscribe(send, subscription('A', RECEIVER));
    expect((await send('DELETE', path)).status).toBe(204);
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { isActive: true }]] as const) {
      expect(await send(method, path, body)).toMatchObject(
        problem(404, 'ResourceNotFound', /no subscription/),
      );
    }
  });

  it('are listed in pages', async () => {
    const tenant = { 'NGSILD-Tenant': `pages${unique()}` };
    const given = Array.from({ length: 5 }, () => subscription('A', RECEIVER));
    for (const body of given) await subscribe(send, body, tenant);
    const page = await send('GET', '/subscriptions?limit=2&offset=2&count=true', undefined, tenant);
    expect(page.data.map((item) => (item as { id: string }).id)).toEqual([given[2]?.id, given[3]?.id]);
    expect(page.headers).toMatchObject({
      'ngsild-results-count': '5',
      link: expect.stringMatching(/offset=4>;rel="next".*offset=0>;rel="prev"/s) as string,
    });
    expect((await send('GET', '/subscriptions?limit=0&count=true', undefined, tenant)).data).toEqual([]);
    expect((await send('GET', '/subscriptions', undefined, tenant)).data).toHaveLength(5);
  });

  it('belong to a tenant', async () => {
    const tenant = { 'NGSILD-Tenant': `own${unique()}` };
    const path = await subscribe(send, subscription('A', RECEIVER), tenant);
    expect((await send('GET', path)).status).toBe(404);
    expect(await send('GET', path, undefined, tenant)).toMatchObject({
      status: 200,
      headers: { 'ngsild-tenant': tenant['NGSILD-Tenant'] },
    });
  });

  it('tell where the broker keeps a context that has no address of its own', async () => {
    const body = { ...subscription('A', RECEIVER), '@context': { A: 'https://a.example/A' } };
    const made = await send('POST', '/subscriptions', body, { 'Content-Type': 'application/ld+json' });
    const path = String(made.headers['location']).replace('/ngsi-ld/v1', '');
    await send('PATCH', path, { description: 'changed' });
    const { jsonldContext } = (await send('GET', path)).data;
    const kept = await send('GET', String(jsonldContext).replace(`${service.url}/ngsi-ld/v1`, ''));
    expect(kept.data).toEqual({ '@context': body['@context'] });
    const plain = await subscribe(send, subscription('A', RECEIVER));
    expect((await send('GET', plain)).data).not.toHaveProperty('jsonldContext');
  });

  it('are answered in JSON-LD too', async () => {
    const path = await subscribe(send, subscription('A', RECEIVER));
    const { data, headers } = await send('GET', path, undefined, { Accept: 'application/ld+json' });
    expect(headers['content-type']).toMatch('application/ld+json');
    expect(data['@context']).toMatch(/ngsi-ld-core-context/);
    expect((await send('GET', path, undefined, { Accept: 'application/geo+json' })).status).toBe(406);
  });

  it.each<[string, unknown, RegExp]>([
    ['id', 'no uri', /^id: /],
    ['type', 'Other', /^type: /],
    ['subscriptionName', 1, /^subscriptionName: /],
    ['entities', [], /^entities: /],
    ['entities', [{ id: 'urn:x:1' }], /^entities\[0\].type: /],
    ['entities', [{ type: 'A', id: 'no uri' }], /^entities\[0\].id: /],
    ['entities', [{ type: 'A', id: [] }], /^entities\[0\].id: /],
    ['entities', [{ type: 'A', idPattern: '(' }], /^entities\[0\].idPattern: /],
    ['entities', [{ type: 'A B' }], /type/],
    ['entities', ['A'], /^entities\[0\]: /],
    ['watchedAttributes', [], /^watchedAttributes: /],
    ['watchedAttributes', null, /^watchedAttributes: /],
    ['watchedAttributes', ['a b'], /^watchedAttributes\[0\]: /],
    ['notificationTrigger', ['entityChanged'], /^notificationTrigger\[0\]: /],
    ['timeInterval', 0, /^timeInterval: /],
    ['timeInterval', '5', /^timeInterval: /],
    ['q', '((', /^q: /],
    ['q', 5, /^q: /],
    ['geoQ', { geometry: 'Point', coordinates: [1, 2] }, /geo-query needs georel/],
    ['geoQ', { georel: 'sideways', geometry: 'Point', coordinates: [1, 2] }, /^georel: /],
    ['geoQ', 'near', /^geoQ: /],
    ['scopeQ', '/a/#/b', /^scopeQ: /],
    ['lang', 5, /^lang: /],
    ['datasetId', ['no uri'], /^datasetId\[0\]: /],
    ['csf', '((', /^q: /],
    ['isActive', 'abcde', /^isActive: /],
    ['expiresAt', '2000-01-01T00:00:00Z', /^expiresAt: must lie in the future/],
    ['expiresAt', 'tomorrow', /^expiresAt: /],
    ['throttling', -1, /^throttling: /],
    ['jsonldContext', 'no uri', /^jsonldContext: /],
    ['notification', null, /^notification: /],
    ['notification', {}, /^notification.endpoint: /],
  ])('refuse %s: %j', async (member, value, detail) => {
    const given = { ...subscription('A', RECEIVER), [member]: value };
    expect(await send('POST', '/subscriptions', given)).toMatchObject(problem(400, 'BadRequestData', detail));
  });

  it('have patterns of a bounded size, all together', async () => {
    const create = () =>
      send('POST', '/subscriptions', {
        ...subscription('Patterned', RECEIVER, {}),
        id: undefined,
        q: 'a~="(ab){200}"',
      });
    const made: string[] = [];
    let answer = await create();
    while (answer.status === 201) {
      made.push(String(answer.headers['location']).replace('/ngsi-ld/v1', ''));
      answer = await create();
    }
    expect(answer).toMatchObject(problem(422, 'OperationNotSupported', /patterns of all subscriptions/));
    expect(made.length).toBeGreaterThan(5);
    await send('DELETE', made[0] ?? '');
    expect((await create()).status).toBe(201);
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ attributes: [] }, /^notification.attributes: /],
    [{ attributes: ['id'] }, /^notification.attributes\[0\]: /],
    [{ attributes: ['a'], pick: ['b'] }, /without pick and omit/],
    [{ attributes: ['a'], omit: ['b'] }, /without pick and omit/],
    [{ pick: ['a'], omit: ['a'] }, /a is in pick and in omit/],
    [{ omit: [] }, /^notification.omit: /],
    [{ format: 'verbose' }, /^notification.format: /],
    [{ format: 'simplified', showChanges: true }, /^notification.showChanges: /],
    [{ sysAttrs: 'true' }, /^notification.sysAttrs: /],
    [{ join: 'nested' }, /^notification.join: /],
  ])('refuse a notification with %j', async (more, detail) => {
    const given = subscription('A', RECEIVER, { notification: more });
    expect(await send('POST', '/subscriptions', given)).toMatchObject(problem(400, 'BadRequestData', detail));
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ uri: 'no uri' }, /endpoint.uri: /],
    [{ uri: 'ftp://receiver.example' }, /endpoint.uri: /],
    [{ uri: 'http://receiver\r\n.example/' }, /endpoint.uri: /],
    [{ uri: 'mqtt://receiver.example' }, /topic/],
    [{ uri: 'mqtt://receiver.example/a/+/b' }, /topic/],
    [{ uri: 'mqtt://receiver.example/a#' }, /topic/],
    [{ accept: 'text/html' }, /endpoint.accept: /],
    [{ timeout: 0 }, /endpoint.timeout: /],
    [{ cooldown: '5' }, /endpoint.cooldown: /],
    [{ receiverInfo: {} }, /endpoint.receiverInfo: /],
    [{ receiverInfo: [{ key: 'a' }] }, /endpoint.receiverInfo\[0\]: /],
    [{ receiverInfo: [{ key: 'a', value: 1 }] }, /endpoint.receiverInfo\[0\]: /],
    [{ receiverInfo: [{ key: 'a b', value: 'c' }] }, /receiverInfo\[0\].key: /],
    [{ receiverInfo: [{ key: 'X\r\nY', value: 'c' }] }, /receiverInfo\[0\].key: /],
    [{ receiverInfo: [{ key: 'X', value: 'c\r\nY: d' }] }, /receiverInfo\[0\].value: /],
    [{ receiverInfo: [{ key: 'Host', value: 'c' }] }, /Host is not for others to set/],
    [{ receiverInfo: [{ key: 'transfer-encoding', value: 'chunked' }] }, /not for others to set/],
    [{ notifierInfo: [{ key: 'MQTT-QoS', value: '3' }] }, /MQTT-QoS must be 0 or 1 or 2/],
    [{ notifierInfo: [{ key: 'MQTT-Version', value: '5' }] }, /MQTT-Version must be/],
  ])('refuse an endpoint with %j', async (endpoint, detail) => {
    const given = subscription('A', RECEIVER, { endpoint });
    expect(await send('POST', '/subscriptions', given)).toMatchObject(problem(400, 'BadRequestData', detail));
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ entities: undefined }, /entities or watchedAttributes/],
    [{ timeInterval: 5, watchedAttributes: ['a'] }, /timeInterval: stands without watchedAttributes/],
    [{ timeInterval: 5, throttling: 5 }, /timeInterval: stands without throttling/],
  ])('refuse %j together', async (more, detail) => {
    const given = { ...subscription('A', RECEIVER), ...more };
    expect(await send('POST', '/subscriptions', given)).toMatchObject(problem(400, 'BadRequestData', detail));
  });

  it.each(['csf', 'temporalQ'])('leave %s to a broker with context sources', async (member) => {
    const given = { ...subscription('A', RECEIVER), [member]: 'a==1' };
    expect(await send('POST', '/subscriptions', given)).toMatchObject(
      problem(422, 'OperationNotSupported', /external broker/),
    );
  });

  it('are refused where they are no JSON object, and changes that would make them invalid', async () => {
    expect(await send('POST', '/subscriptions', [])).toMatchObject(
      problem(400, 'BadRequestData', /JSON object/),
    );
    expect(await send('POST', '/subscriptions', '{')).toMatchObject(problem(400, 'InvalidRequest', /JSON/));
    const path = await subscribe(send, subscription('A', RECEIVER));
    const before = (await send('GET', path)).data;
    for (const [change, detail] of [
      [{ entities: null }, /entities or watchedAttributes/],
      [{ notification: null }, /^notification: /],
      [{ notification: { endpoint: null } }, /^notification.endpoint: /],
      [{ expiresAt: '2000-01-01T00:00:00Z' }, /^expiresAt: /],
      [{ id: 'urn:x:other' }, /^id: /],
      [{ type: 'Other' }, /^type: /],
    ] as const) {
      expect(await send('PATCH', path, change)).toMatchObject(problem(400, 'BadRequestData', detail));
    }
    expect((await send('GET', path)).data).toEqual(before);
    expect(await send('PATCH', '/subscriptions/nothing', {})).toMatchObject(
      problem(400, 'BadRequestData', /^id: /),
    );
    expect((await send('PATCH', '/subscriptions/', {})).status).toBe(405);
  });
});

describe('subscriptions of a closed network', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
  });
  afterAll(() => service.stop());

  it.each([
    'http://127.0.0.1:1/x',
    'http://localhost/x',
    'https://LOCALHOST./x',
    'http://a.localhost/x',
    'http://2130706433/x',
    'http://0x7f.1/x',
    'http://[::1]/x',
    'http://[::ffff:10.0.0.1]/x',
    'http://169.254.169.254/latest',
    'http://192.168.1.1/x',
    'mqtt://10.0.0.1/topic',
    'mqtts://[fd00::1]/topic',
  ])('refuse to notify %s', async (uri) => {
    const refused = problem(400, 'BadRequestData', /is not open to notifications/);
    expect(await send('POST', '/subscriptions', subscription('A', uri))).toMatchObject(refused);
    const path = await subscribe(send, subscription('A', RECEIVER));
    const change = { notification: { endpoint: { uri } } };
    expect(await send('PATCH', path, change)).toMatchObject(refused);
  });
});

describe('subscriptions that are made at once', () => {
  const CORE = { terms: CORE_TERMS, url: 'urn:core', inBody: 'urn:core' };
  const temporary = temporaryBroker();
  const { broker } = temporary;
  afterAll(() => temporary.remove());

  it('have patterns of a bounded size, all together', async () => {
    const create = async () => {
      const given = { ...subscription('Patterned', RECEIVER), id: undefined, q: 'a~="(ab){200}"' };
      return broker.subscriptions.create(JSON.parse(JSON.stringify(given)) as JsonValue, CORE);
    };
    const made = await Promise.allSettled(Array.from({ length: 50 }, create));
    const refused = made.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(30);
    const [some] = broker.subscriptions.list({ limit: 1, offset: 0 });
    const ask = (q: string) => broker.subscriptions.update(some?.subscription.id ?? '', { q }, CORE);
    await ask('a==1');
    await expect(create()).resolves.toMatch(/^urn:/);
    await expect(ask('a~="(ab){200}"')).rejects.toThrow(/patterns of all subscriptions/);
  });
});
