import { type RunningService, startService } from '../support/service';
import { type Body, type BrokerClient, brokerClient, problem } from './broker-client';

const ID = 'urn:ngsi-ld:Station:1';
const PATH = `/temporal/entities/${ID}`;

type Aggregated = Record<string, [unknown, string, string][]>;

describe('aggregated temporal values', () => {
  let service: RunningService;
  let send: BrokerClient;
  const observed = (value: unknown, observedAt: string, more: object = {}) => ({
    value,
    observedAt,
    ...more,
  });
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
    const { status } = await send('POST', '/temporal/entities', {
      id: ID,
      type: 'Station',
      speed: [
        observed(120, '2020-08-01T12:03:00Z'),
        observed(80, '2020-08-01T12:05:00Z'),
        observed(100, '2020-08-01T12:07:00Z'),
      ],
      fuel: [
        observed(67, '2020-08-01T12:03:00Z'),
        observed(53, '2020-08-01T13:05:00Z'),
        observed(40, '2020-08-01T14:07:00Z'),
      ],
      state: [
        observed('open', '2020-08-01T12:03:00Z'),
        observed('ajar', '2020-08-02T12:03:00Z'),
        observed('open', '2020-08-03T12:03:00Z'),
      ],
      ok: [observed(true, '2020-08-01T12:03:00Z'), observed(false, '2020-08-01T12:04:00Z')],
      tags: [observed(['a', 'b'], '2020-08-01T12:03:00Z'), observed(['c'], '2020-08-01T12:04:00Z')],
      ref: { object: 'urn:x:y', observedAt: '2020-08-01T12:03:00Z' },
      far: [1, 2, 3].map((n) => observed(1e9 + n, `2020-08-01T12:0${n}:00Z`)),
      monthly: ['2020-01-31', '2020-02-10', '2020-02-28', '2020-02-29', '2020-03-30', '2020-03-31'].map(
        (day, n) => observed(n, `${day}T12:00:00Z`),
      ),
      sets: [
        observed(1, '2020-08-01T12:00:00Z'),
        observed(2, '2020-08-01T12:00:00Z', { datasetId: 'urn:x:d' }),
        observed('urn:ngsi-ld:null', '2020-08-01T12:30:00Z'),
      ],
    });
    expect(status).toBe(201);
  });
  afterAll(() => service.stop());

  const aggregate = async (parameters: string): Promise<Body> =>
    (await send('GET', `${PATH}?options=aggregatedValues&${parameters}`)).data;
  const one = async (attribute: string, method: string, more = '') => {
    const data = await aggregate(`attrs=${attribute}&aggrMethods=${method}${more}`);
    const values = (data[attribute as never] as Aggregated)[method] ?? [];
    return values.map(([value]) => value);
  };

  it('begin with the first instance, literally as written here', async () => {
    expect(await aggregate('aggrMethods=avg&aggrPeriodDuration=PT1H&attrs=speed,fuel')).toEqual({
      id: ID,
      type: 'Station',
      speed: { type: 'Property', avg: [[100, '2020-08-01T12:03:00Z', '2020-08-01T13:03:00Z']] },
      fuel: {
        type: 'Property',
        avg: [
          [67, '2020-08-01T12:03:00Z', '2020-08-01T13:03:00Z'],
          [53, '2020-08-01T13:03:00Z', '2020-08-01T14:03:00Z'],
          [40, '2020-08-01T14:03:00Z', '2020-08-01T15:03:00Z'],
        ],
      },
    });
  });

  it('begin with the time that is asked about', async () => {
    const { data } = await send(
      'GET',
      '/temporal/entities?type=Station&timerel=between&timeAt=2020-08-01T00:00:00Z&endTimeAt=2020-08-02T00:00:00Z' +
        '&format=aggregatedValues&aggrMethods=min,max&aggrPeriodDuration=P1D&attrs=fuel',
    );
    const period = ['2020-08-01T00:00:00Z', '2020-08-02T00:00:00Z'];
    expect(data).toEqual([
      { id: ID, type: 'Station', fuel: { type: 'Property', min: [[40, ...period]], max: [[67, ...period]] } },
    ]);
  });

  it('are of all the time when periods have no length', async () => {
    const data = await aggregate('aggrMethods=sum&attrs=fuel');
    expect(data).toMatchObject({ fuel: { sum: [[160, '2020-08-01T12:03:00Z', '2020-08-01T14:07:00Z']] } });
    const bounded = await aggregate(
      'aggrMethods=sum&aggrPeriodDuration=PT0S&attrs=fuel&timerel=before&timeAt=2020-08-01T14:00:00Z',
    );
    expect(bounded).toMatchObject({ fuel: { sum: [[120, '2020-08-01T12:03:00Z', '2020-08-01T14:00:00Z']] } });
  });

  it.each<[string, string, unknown[]]>([
    ['speed', 'totalCount', [3]],
    ['speed', 'sum', [300]],
    ['speed', 'sumsq', [30_800]],
    ['speed', 'stddev', [Math.sqrt(800 / 3)]],
    ['far', 'stddev', [Math.sqrt(2 / 3)]],
    ['state', 'totalCount', [3]],
    ['state', 'distinctCount', [2]],
    ['state', 'min', ['ajar']],
    ['state', 'max', ['open']],
    ['state', 'avg', []],
    ['ok', 'sum', [1]],
    ['ok', 'avg', [0.5]],
    ['tags', 'sum', [3]],
    ['tags', 'max', [2]],
    ['ref', 'totalCount', [1]],
    ['ref', 'distinctCount', [1]],
    ['ref', 'sum', []],
  ])('of %s by %s are %j', async (attribute, method, expected) => {
    const values = await one(attribute, method);
    expect(values).toHaveLength(expected.length);
    expected.forEach((value, at) =>
      typeof value === 'number' ? expect(values[at]).toBeCloseTo(value, 9) : expect(values[at]).toBe(value),
    );
  });

  it('know how long months are', async () => {
    const data = await aggregate('attrs=monthly&aggrMethods=totalCount,max&aggrPeriodDuration=P1M');
    const monthly = data['monthly' as never] as Aggregated;
    expect(monthly['totalCount']).toEqual([
      [3, '2020-01-31T12:00:00Z', '2020-02-29T12:00:00Z'],
      [2, '2020-02-29T12:00:00Z', '2020-03-31T12:00:00Z'],
      [1, '2020-03-31T12:00:00Z', '2020-04-30T12:00:00Z'],
    ]);
    expect(await one('monthly', 'max', '&aggrPeriodDuration=P1M')).toEqual([2, 4, 5]);
    expect(await one('monthly', 'totalCount', '&lastN=2')).toEqual([2]);
  });

  it('keep datasets apart, and leave out what was deleted', async () => {
    expect((await aggregate('attrs=sets&aggrMethods=totalCount'))['sets' as never]).toMatchObject([
      { type: 'Property', totalCount: [[1, expect.any(String), expect.any(String)]] },
      { datasetId: 'urn:x:d', totalCount: [[1, expect.any(String), expect.any(String)]] },
    ]);
  });

  it('are none where nothing lies in the time', async () => {
    const data = await aggregate('aggrMethods=avg&timerel=after&timeAt=2030-01-01T00:00:00Z');
    expect(data).toEqual({ id: ID, type: 'Station' });
  });

  it('refuse more periods than an answer has', async () => {
    const id = 'urn:ngsi-ld:Station:many';
    const second = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * 1000).toISOString();
    const many = Array.from({ length: 15_000 }, (_, n) => observed(n, second(n)));
    await send('POST', '/temporal/entities', { id, type: 'Many', n: many });
    const methods = 'totalCount,distinctCount,sum,avg,min,max,stddev,sumsq';
    const path = `/temporal/entities/${id}?aggrMethods=${methods}&aggrPeriodDuration=PT1S`;
    expect(await send('GET', path)).toMatchObject(problem(403, 'TooManyResults', /100000/));
    expect((await send('GET', path.replace('PT1S', 'PT1H'))).status).toBe(200);
  });
});
