import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';

const ID = 'urn:ngsi-ld:Vehicle:history';
const PATH = `/temporal/entities/${ID}`;
const at = (hour: number) => `2025-12-01T${String(hour).padStart(2, '0')}:00:00Z`;

interface Instance {
  value: unknown;
  instanceId: string;
  observedAt?: string;
  createdAt?: string;
  modifiedAt?: string;
  datasetId?: string;
  deletedAt?: string;
}

describe('temporal entities', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
  });
  afterAll(() => service.stop());
  afterEach(async () => {
    await send('DELETE', `/entities/${ID}`);
    await send('DELETE', PATH);
  });

  const speed = (value: unknown, observedAt: string, more: object = {}) => ({
    type: 'Property',
    value,
    observedAt,
    ...more,
  });
  const make = () =>
    send('POST', '/temporal/entities', {
      id: ID,
      type: 'Vehicle',
      speed: [speed(120, at(12)), speed(80, at(13))],
      fuel: [speed(40, at(14), { datasetId: 'urn:x:tank' }), speed(67, at(12))],
    });
  const instances = async (attribute: string, query = ''): Promise<Instance[]> => {
    const { data } = await send('GET', PATH + query);
    return (data[attribute as keyof typeof data] ?? []) as Instance[];
  };
  const values = async (attribute: string, query?: string) =>
    (await instances(attribute, query)).map(({ value }) => value);

  it('are made, and added to', async () => {
    expect(await make()).toMatchObject({
      status: 201,
      headers: { location: `/ngsi-ld/v1/temporal/entities/${ID}` },
      data: '',
    });
    const more = { id: ID, type: ['Vehicle', 'Truck'], speed: speed(100, at(11)) };
    expect(await send('POST', '/temporal/entities', more)).toMatchObject({ status: 204, data: '' });
    expect(await values('speed')).toEqual([100, 120, 80]);
    expect((await send('GET', PATH)).data).toMatchObject({ id: ID, type: ['Truck', 'Vehicle'] });
  });

  it('are no entities that exist now, and do not change those that do', async () => {
    await make();
    expect(await send('GET', `/entities/${ID}`)).toMatchObject({ status: 404 });
    expect((await send('GET', '/entities?type=Vehicle')).data).toEqual([]);
    const entity = { id: ID, type: 'Vehicle', speed: { type: 'Property', value: 1 } };
    expect((await send('POST', '/entities', entity)).status).toBe(201);
    await send('POST', `${PATH}/attrs`, { speed: speed(200, at(23)) });
    expect((await send('GET', `/entities/${ID}`)).data).toEqual(entity);
    expect(await values('speed', '?timeproperty=modifiedAt')).toEqual([120, 80, 1, 200]);
    expect((await send('DELETE', PATH)).status).toBe(204);
    expect((await send('GET', PATH)).status).toBe(404);
    expect((await send('GET', `/entities/${ID}`)).data).toEqual(entity);
  });

  it('take many instances at once, and the next change after them', async () => {
    const all = Array.from({ length: 5000 }, (_, n) => ({ value: n }));
    await send('POST', '/temporal/entities', { id: ID, type: 'Vehicle', n: all });
    await send('POST', '/entities', { id: ID, type: 'Vehicle', n: { value: 'now' } });
    await send('PATCH', `/entities/${ID}/attrs`, { n: { value: 'later' } });
    expect(await values('n', '?timeproperty=modifiedAt&lastN=3')).toEqual([4999, 'now', 'later']);
  });

  it('take what was deleted, and the scope', async () => {
    await send('POST', '/temporal/entities', {
      id: ID,
      type: 'Vehicle',
      scope: [speed('/Hanoi', at(1)), speed(['/Hue', '/Hanoi'], at(2))],
      speed: [speed(1, at(1)), speed('urn:ngsi-ld:null', at(2))],
      name: { type: 'LanguageProperty', languageMap: { '@none': 'urn:ngsi-ld:null' } },
    });
    expect((await send('GET', PATH)).data).toMatchObject({
      scope: [{ value: '/Hanoi', observedAt: at(1) }, { value: ['/Hue', '/Hanoi'] }],
      speed: [{ value: 1 }, { value: 'urn:ngsi-ld:null', deletedAt: expect.any(String) as string }],
      name: [{ languageMap: { '@none': 'urn:ngsi-ld:null' } }],
    });
    expect(await values('speed', '?timerel=before&timeAt=2026-01-01T00:00:00Z')).toHaveLength(2);
    expect(await values('speed', '?timeproperty=deletedAt')).toEqual(['urn:ngsi-ld:null']);
  });

  it('tell how the scope of an entity changed', async () => {
    await send('POST', '/entities', { id: ID, type: 'Vehicle', scope: '/Old' });
    await send('PATCH', `/entities/${ID}`, { scope: '/New' });
    await send('DELETE', `/entities/${ID}/attrs/scope`);
    const scopes = await instances('scope', '?options=sysAttrs');
    expect(scopes.map(({ value }) => value)).toEqual(expect.arrayContaining(['/Old', '/New', []]));
    const changed = scopes.find(({ value }) => value === '/New');
    expect(changed?.observedAt).toBe(changed?.modifiedAt);
  });

  it('lose an instance, a dataset, an attribute, and all', async () => {
    await make();
    const [first] = await instances('speed');
    expect((await send('DELETE', `${PATH}/attrs/speed/${first?.instanceId}`)).status).toBe(204);
    expect(await values('speed')).toEqual([80]);
    expect(await send('DELETE', `${PATH}/attrs/speed/${first?.instanceId}`)).toMatchObject(
      problem(404, 'ResourceNotFound', /instance/),
    );
    expect((await send('DELETE', `${PATH}/attrs/fuel`)).status).toBe(204);
    expect(await values('fuel')).toEqual([40]);
    expect((await send('DELETE', `${PATH}/attrs/fuel?datasetId=urn:x:tank`)).status).toBe(204);
    expect((await send('DELETE', `${PATH}/attrs/fuel?deleteAll=true`)).status).toBe(404);
    expect((await send('DELETE', `${PATH}/attrs/speed?deleteAll=true`)).status).toBe(204);
    expect((await send('GET', PATH)).data).toEqual({ id: ID, type: 'Vehicle' });
    expect((await send('DELETE', PATH)).status).toBe(204);
    expect((await send('GET', PATH)).status).toBe(404);
    expect((await send('DELETE', PATH)).status).toBe(404);
    expect((await make()).status).toBe(201);
  });

  it('lose many instances too', async () => {
    const all = Array.from({ length: 3000 }, (_, n) => ({ value: n }));
    await send('POST', '/temporal/entities', { id: ID, type: 'Vehicle', n: all });
    await send('POST', '/entities', { id: ID, type: 'Vehicle' });
    expect((await send('DELETE', `${PATH}/attrs/n`)).status).toBe(204);
    expect((await send('GET', PATH)).status).toBe(404);
  });

  it('change an instance, which keeps its id', async () => {
    await make();
    const [before] = await instances('speed', '?options=sysAttrs');
    const path = `${PATH}/attrs/speed/${before?.instanceId}`;
    for (const value of [129, 130]) {
      expect(await send('PATCH', path, { type: 'Property', value, observedAt: at(10) })).toMatchObject({
        status: 204,
        data: '',
      });
    }
    const [after, other] = await instances('speed', '?options=sysAttrs');
    expect(after).toMatchObject({ value: 130, observedAt: at(10), instanceId: before?.instanceId });
    expect(after?.createdAt).toBe(before?.createdAt);
    expect(Date.parse(after?.modifiedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(before?.modifiedAt ?? ''));
    expect(other?.value).toBe(80);
    expect((await send('DELETE', path)).status).toBe(204);
    expect(await values('speed')).toEqual([80]);
  });

  it.each<[string, string, string, unknown, number, RegExp]>([
    ['POST', '/temporal/entities', 'no object', [], 400, /JSON object|context/],
    ['POST', '/temporal/entities', 'no id', { type: 'Vehicle' }, 400, /id/],
    ['POST', '/temporal/entities', 'an id that is no URI', { id: 'a b', type: 'Vehicle' }, 400, /id/],
    ['POST', '/temporal/entities', 'no type', { id: ID, speed: [] }, 400, /type/],
    ['POST', '/temporal/entities', 'no instances', { id: ID, type: 'V', speed: [] }, 400, /speed/],
    ['POST', '/temporal/entities', 'plain values', { id: ID, type: 'V', speed: [1, 2] }, 400, /speed\[0\]/],
    [
      'POST',
      '/temporal/entities',
      'an offset',
      { id: ID, type: 'V', speed: speed(1, '2026-03-01T02:00:00+03:00') },
      400,
      /observedAt/,
    ],
    ['POST', '/temporal/entities', 'null', { id: ID, type: 'V', speed: [{ value: null }] }, 400, /null/],
    [
      'POST',
      '/temporal/entities',
      'a deleted member',
      { id: ID, type: 'V', expiresAt: 'urn:ngsi-ld:null' },
      400,
      /expiresAt/,
    ],
    ['POST', '/temporal/entities', 'no scope', { id: ID, type: 'V', scope: [{ value: 1 }] }, 400, /scope/],
    ['POST', `${PATH}/attrs`, 'no attribute', {}, 400, /attribute/],
    ['POST', `${PATH}/attrs`, 'no history', { speed: speed(1, at(1)) }, 404, /history/],
    ['PATCH', `${PATH}/attrs/speed/urn:x:y`, 'no history', { value: 1 }, 404, /history/],
    ['PATCH', `${PATH}/attrs/speed/xy`, 'an id that is no URI', { value: 1 }, 400, /instanceId/],
    ['DELETE', `${PATH}/attrs/speed`, 'no history', undefined, 404, /history/],
    ['DELETE', `${PATH}/attrs/sp(eed`, 'no name', undefined, 400, /attribute/],
    ['DELETE', `${PATH}/attrs/%252e%252e`, 'no name', undefined, 400, /attribute/],
    ['DELETE', '/temporal/entities/nothing', 'no URI', undefined, 400, /id/],
  ])('refuse %s %s with %s', async (method, path, _what, body, status, detail) => {
    const type = status === 404 ? 'ResourceNotFound' : 'BadRequestData';
    expect(await send(method, path, body)).toMatchObject(problem(status, type, detail));
    expect((await send('GET', PATH)).status).toBe(404);
  });

  it('refuse changes that an instance cannot take', async () => {
    await make();
    const [instance] = await instances('speed');
    const path = `${PATH}/attrs/speed/${instance?.instanceId}`;
    const refused: [unknown, RegExp][] = [
      [{}, /empty/],
      [{ type: 'Relationship', object: 'urn:x:y' }, /Property/],
      [{ datasetId: 'urn:x:other', value: 1 }, /datasetId/],
      [{ value: 'urn:ngsi-ld:null' }, /DELETE/],
    ];
    for (const [body, detail] of refused) {
      expect(await send('PATCH', path, body)).toMatchObject(problem(400, 'BadRequestData', detail));
    }
    for (const other of [path.replace('speed', 'fuel'), path.replace(/.$/, 'g'), `${PATH}/attrs/x/urn:x:y`]) {
      expect((await send('PATCH', other, { value: 1 })).status).toBe(404);
    }
    expect(await values('speed')).toEqual([120, 80]);
  });
});
