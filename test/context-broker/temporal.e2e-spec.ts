import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';

const ID = 'urn:ngsi-ld:AirQualityObserved:1';

interface Instance {
  value: unknown;
  observedAt?: string;
  modifiedAt?: string;
  deletedAt?: string;
}

describe('temporal queries', () => {
  let service: RunningService;
  let send: BrokerClient;
  const hours = ['08', '09', '10', '11'].map((hour) => `2025-12-01T${hour}:00:00Z`);
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
    const observed = (value: number, at: string | undefined) => ({ value, observedAt: at });
    await send('POST', '/entities', {
      id: ID,
      type: 'AirQualityObserved',
      pm25: observed(1, hours[0]),
      name: 'a',
    });
    for (const [at, hour] of hours.slice(1).entries()) {
      await send('PATCH', `/entities/${ID}/attrs`, { pm25: observed(at + 2, hour) });
    }
    await send('PATCH', `/entities/${ID}/attrs`, { name: 'b' });
    await send('POST', '/entities', {
      id: 'urn:ngsi-ld:AirQualityObserved:2',
      type: 'AirQualityObserved',
      name: 'a',
    });
    await send('POST', '/entities', {
      id: 'urn:x:gone',
      type: 'Gone',
      pm25: observed(9, hours[0]),
      name: 'a',
    });
    await send('DELETE', '/entities/urn:x:gone/attrs/name');
    await send('DELETE', '/entities/urn:x:gone');
  });
  afterAll(() => service.stop());

  const instances = async (query: string, attribute = 'pm25') => {
    const { data } = await send('GET', `/temporal/entities/${ID}${query}`);
    return (data[attribute as keyof typeof data] ?? []) as Instance[];
  };
  const values = async (query: string, attribute?: string) =>
    (await instances(query, attribute)).map(({ value }) => value);

  it.each<[string, number[]]>([
    ['', [1, 2, 3, 4]],
    ['?timerel=after&timeAt=2025-12-01T09:00:00Z', [2, 3, 4]],
    ['?timerel=after&timeAt=2025-12-01T09:00:00.000001Z', [3, 4]],
    ['?timerel=before&timeAt=2025-12-01T09:00:00Z', [1]],
    ['?timerel=between&timeAt=2025-12-01T09:00:00Z&endTimeAt=2025-12-01T11:00:00Z', [2, 3]],
    ['?timerel=after&timeAt=2025-12-01T16:30:00+07:00', [3, 4]],
    ['?lastN=2', [3, 4]],
    ['?timerel=before&timeAt=2025-12-01T11:00:00Z&lastN=2', [2, 3]],
    ['?timerel=after&timeAt=2026-01-01T00:00:00Z', []],
    ['?timerel=before&timeAt=2026-01-01T00:00:00Z&timeproperty=modifiedAt', []],
    ['?timerel=after&timeAt=2026-01-01T00:00:00Z&timeproperty=modifiedAt', [1, 2, 3, 4]],
    ['?timerel=after&timeAt=2026-01-01T00:00:00Z&timeproperty=createdAt&lastN=1', [4]],
    ['?attrs=name', []],
  ])('%s give the instances %j', async (query, expected) => {
    expect(await values(query)).toEqual(expected);
  });

  it('know what was not observed by its times in the broker', async () => {
    expect(await values('', 'name')).toEqual(['a', 'b']);
    expect(await values('?timerel=after&timeAt=2000-01-01T00:00:00Z', 'name')).toEqual([]);
    const named = await instances('?timeproperty=modifiedAt', 'name');
    const times = named.map(({ modifiedAt = '' }) => modifiedAt);
    expect(new Set(times).size).toBe(2);
    expect([...times].sort()).toEqual(times);
  });

  it('find entities with instances in the time, literally as written here', async () => {
    const path =
      '/temporal/entities?type=AirQualityObserved&timerel=after&timeAt=2025-12-01T00:00:00Z&count=true';
    const { status, headers, data } = await send('GET', path);
    expect(status).toBe(200);
    expect(headers['ngsild-results-count']).toBe('1');
    expect(data).toEqual([
      {
        id: ID,
        type: 'AirQualityObserved',
        pm25: hours.map((observedAt, at) => ({
          type: 'Property',
          value: at + 1,
          observedAt,
          instanceId: expect.stringMatching(/^urn:ngsi-ld:Instance:[0-9a-f-]{36}$/) as string,
        })),
      },
    ]);
  });

  it('page through entities', async () => {
    const page = await send('GET', '/temporal/entities?type=AirQualityObserved&limit=1&count=true');
    expect(page.data).toHaveLength(1);
    expect(page.headers).toMatchObject({
      'ngsild-results-count': '2',
      link: expect.stringMatching(/offset=1>;rel="next"/) as string,
    });
    const next = await send('GET', '/temporal/entities?type=AirQualityObserved&limit=1&offset=1');
    expect(next.data).toMatchObject([{ id: 'urn:ngsi-ld:AirQualityObserved:2' }]);
    expect((await send('GET', '/temporal/entities?type=Nothing')).data).toEqual([]);
    expect((await send('GET', '/temporal/entities?idPattern=:2$&type=AirQualityObserved')).data).toHaveLength(
      1,
    );
  });

  it('give values with their times alone', async () => {
    const { data } = await send('GET', `/temporal/entities/${ID}?options=temporalValues&attrs=pm25&lastN=1`);
    expect(data).toEqual({
      id: ID,
      type: 'AirQualityObserved',
      pm25: { type: 'Property', values: [[4, hours[3]]] },
    });
  });

  it('tell when attributes and sub-attributes end with the system attributes alone', async () => {
    const expiresAt = '2100-01-01T00:00:00Z';
    const a = { value: 1, expiresAt, b: { value: 2, expiresAt } };
    await send('POST', '/entities', { id: 'urn:x:ending', type: 'Ending', a });
    const path = '/temporal/entities/urn:x:ending';
    expect(JSON.stringify((await send('GET', path)).data)).not.toContain('expiresAt');
    expect((await send('GET', `${path}?options=sysAttrs`)).data).toMatchObject({
      a: [{ expiresAt, b: { expiresAt } }],
    });
  });

  it('remember what was deleted', async () => {
    const { data } = await send('GET', '/temporal/entities/urn:x:gone?timeproperty=modifiedAt');
    const time = expect.stringMatching(/Z$/) as string;
    expect(data).toMatchObject({
      id: 'urn:x:gone',
      type: 'Gone',
      deletedAt: time,
      name: [
        { type: 'Property', value: 'a' },
        { type: 'Property', value: 'urn:ngsi-ld:null', deletedAt: time },
      ],
    });
    const found = await send('GET', '/temporal/entities?type=Gone&timerel=after&timeAt=2025-01-01T00:00:00Z');
    expect(found.data).toHaveLength(1);
    const deleted = await send('GET', '/temporal/entities?type=Gone&timeproperty=deletedAt&options=sysAttrs');
    const pm25 = [{ type: 'Property', value: 'urn:ngsi-ld:null', createdAt: time, deletedAt: time }];
    expect(deleted.data).toMatchObject([{ id: 'urn:x:gone', pm25 }]);
    await send('POST', '/entities', { id: 'urn:x:gone', type: 'Gone', name: 'again' });
    const again = await send('GET', '/temporal/entities/urn:x:gone?timeproperty=modifiedAt&attrs=name');
    expect(again.data['deletedAt' as never]).toBeUndefined();
    expect(again.data).toMatchObject({
      name: [{ value: 'a' }, { value: 'urn:ngsi-ld:null' }, { value: 'again' }],
    });
    const other = await send('GET', '/temporal/entities/urn:x:gone?timeproperty=modifiedAt&attrs=pm25');
    expect(other.data).toMatchObject({
      pm25: [{ value: 9 }, { value: 'urn:ngsi-ld:null', deletedAt: time }],
    });
  });

  it('remember that datasets and the scope were deleted with their entity', async () => {
    const a = [{ value: 1 }, { value: 2, datasetId: 'urn:x:second' }];
    await send('POST', '/entities', { id: 'urn:x:whole', type: 'Whole', scope: '/Hue', a });
    await send('DELETE', '/entities/urn:x:whole');
    const { data } = await send('GET', '/temporal/entities/urn:x:whole?timeproperty=deletedAt');
    const deleted = { value: 'urn:ngsi-ld:null', deletedAt: (data as Record<string, unknown>)['deletedAt'] };
    expect(data).toMatchObject({
      a: [deleted, { ...deleted, datasetId: 'urn:x:second' }],
      scope: [{ value: [] }],
    });
  });

  it('answer 404 for what never was', async () => {
    expect(await send('GET', '/temporal/entities/urn:x:never')).toMatchObject(
      problem(404, 'ResourceNotFound', /never/),
    );
  });
});
