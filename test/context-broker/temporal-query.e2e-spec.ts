import { type RunningService, startService } from '../support/service';
import { type Body, type BrokerClient, brokerClient, problem } from './broker-client';

const IN = '2026-03-01T12:00:00Z';
const OUT = '2026-01-05T00:00:00Z';
const WINDOW = 'timerel=between&timeAt=2026-03-01T00:00:00Z&endTimeAt=2026-03-02T00:00:00Z';
const PARIS = { type: 'Point', coordinates: [2.29, 48.85] };

const property = (value: unknown, observedAt = IN, more: object = {}) => ({
  type: 'Property',
  value,
  observedAt,
  ...more,
});
const place = (value: unknown, observedAt = IN) => ({ type: 'GeoProperty', value, observedAt });

const ENTITIES: Record<string, object> = {
  fast: { speed: [property(30), property(90, OUT)], heading: [property(45)], route: [property('550')] },
  slow: { speed: [property(10), property(80, OUT)], heading: [property(170)] },
  out: { speed: [property(99, OUT)], location: place(PARIS, OUT) },
  multi: { speed: [property(5), property(60, IN, { datasetId: 'urn:x:other' })] },
  shapes: {
    tags: [property(['a', 'b'])],
    ref: { type: 'Relationship', object: 'urn:x:there', observedAt: IN },
    label: { type: 'LanguageProperty', languageMap: { en: 'red', fr: 'rouge' }, observedAt: IN },
    list: { type: 'ListProperty', valueList: [1, 2], observedAt: IN },
    ways: { type: 'ListRelationship', objectList: ['urn:x:1', 'urn:x:2'], observedAt: IN },
    kind: { type: 'VocabProperty', vocab: 'commercial', observedAt: IN },
    location: place(PARIS),
  },
  far: { location: [place({ type: 'Point', coordinates: [10, 50] })] },
  moved: {
    scope: [property('/A/B', '2026-03-01T01:00:00Z'), property('/C', '2026-03-01T11:00:00Z')],
    note: [property('before', '2026-03-01T10:00:00Z'), property('after')],
  },
};
const id = (name: string) => `urn:ngsi-ld:Car:${name}`;

describe('temporal queries of entities', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService({ TEMPORAL_PAGE_SIZE: '10' });
    send = brokerClient(service.url);
    for (const [name, attributes] of Object.entries(ENTITIES)) {
      const { status } = await send('POST', '/temporal/entities', {
        id: id(name),
        type: 'Car',
        ...attributes,
      });
      expect(status).toBe(201);
    }
  });
  afterAll(() => service.stop());

  const query = (parameters: string) => send('GET', `/temporal/entities?type=Car&${WINDOW}&${parameters}`);
  const names = ({ data }: { data: Body }) =>
    data.map((entity) => (entity as { id: string }).id.slice('urn:ngsi-ld:Car:'.length)).sort();

  it.each<[string, string[]]>([
    ['', ['far', 'fast', 'moved', 'multi', 'shapes', 'slow']],
    ['attrs=speed', ['fast', 'multi', 'slow']],
    ['attrs=nothing', []],
    ['q=speed>25', ['fast', 'multi']],
    ['q=speed==10..40', ['fast', 'slow']],
    ['q=speed>=5;heading<90', ['fast']],
    ['q=speed>25|heading>100', ['fast', 'multi', 'slow']],
    ['q=(speed>25|heading>100);route', ['fast']],
    ['q=speed!=10', ['fast', 'multi']],
    ['q=speed;!route', ['multi', 'slow']],
    ['q=speed==%2230%22', []],
    ['q=route==%22550%22,%22551%22', ['fast']],
    ['q=route~=%22^5%22', ['fast']],
    ['q=ref==%22urn:x:there%22', ['shapes']],
    ['q=ref>%22urn:x:%22', []],
    ['q=tags==%22a%22', ['shapes']],
    ['q=label[en]==%22red%22', ['shapes']],
    ['q=label[*]==%22rouge%22', ['shapes']],
    ['q=label[en]==%22rouge%22', []],
    ['q=kind==commercial&expandValues=kind', ['shapes']],
    ['q=kind==commercial', []],
    ['q=speed.observedAt>=2026-03-01T12:00:00Z', ['fast', 'multi', 'slow']],
    ['q=speed.createdAt<2026-01-01T00:00:00Z', []],
    ['q=createdAt>2026-01-01T00:00:00Z;route', ['fast']],
    ['georel=near;maxDistance==2000&geometry=Point&coordinates=[2.29,48.85]', ['shapes']],
    ['georel=disjoint&geometry=Polygon&coordinates=[[[2,48],[3,48],[3,49],[2,49],[2,48]]]', ['far']],
    ['georel=near;maxDistance==2000&geometry=Point&coordinates=[2.29,48.85]&geoproperty=site', []],
    ['scopeQ=/A/%23', ['moved']],
    ['scopeQ=/C', ['moved']],
    ['scopeQ=/D', []],
    ['id=urn:ngsi-ld:Car:fast,urn:ngsi-ld:Car:out', ['fast']],
    ['idPattern=slow$', ['slow']],
    ['datasetId=urn:x:other', ['multi']],
  ])('find with %s what has it in the time: %j', async (parameters, expected) => {
    const answer = await query(parameters);
    expect(answer.status).toBe(200);
    expect(names(answer)).toEqual(expected);
  });

  it('show the instances of the time in which the scope was valid', async () => {
    const notes = async (scope: string) =>
      ((await query(`scopeQ=${scope}`)).data[0] as { note: { value: string }[] }).note.map(
        ({ value }) => value,
      );
    expect(await notes('/A/B')).toEqual(['before']);
    expect(await notes('/C')).toEqual(['after']);
    expect(await notes('/C|/A/B')).toEqual(['before', 'after']);
  });

  it('page, count and order', async () => {
    const page = await query('q=speed>0&count=true&limit=2');
    expect(names(page)).toEqual(['fast', 'multi']);
    expect(page.headers).toMatchObject({
      'ngsild-results-count': '3',
      link: expect.stringMatching(/offset=2>;rel="next"/) as string,
    });
    const next = await query('q=speed>0&limit=2&offset=2');
    expect(names(next)).toEqual(['slow']);
    expect(next.headers['link']).not.toMatch(/rel="next"/);
    expect((await query('q=speed>0&limit=1&orderBy=id;desc')).data).toMatchObject([{ id: id('slow') }]);
    expect((await query('q=speed>0&limit=0&count=true')).headers['ngsild-results-count']).toBe('3');
  });

  it('show some members', async () => {
    const shown = async (parameters: string) =>
      Object.keys((await query(`id=${id('fast')}&${parameters}`)).data[0] ?? {});
    expect(await shown('pick=speed')).toEqual(['speed']);
    expect(await shown('pick=id,speed')).toEqual(['id', 'speed']);
    expect(await shown('omit=type,speed')).toEqual(['id', 'heading', 'route']);
    const path = `/temporal/entities/${id('fast')}`;
    expect((await send('GET', `${path}?pick=nothing`)).status).toBe(404);
    expect((await send('GET', `${path}?omit=id,type,speed,heading,route`)).status).toBe(404);
    expect((await send('GET', `${path}?attrs=nothing`)).status).toBe(404);
  });

  it('write every kind of attribute as values with their times', async () => {
    const { data } = await query(`id=${id('shapes')}&format=temporalValues&options=aggregatedValues`);
    expect(data[0]).toMatchObject({
      tags: { type: 'Property', values: [[['a', 'b'], IN]] },
      ref: { type: 'Relationship', objects: [['urn:x:there', IN]] },
      label: { languageMaps: [[{ languageMap: { en: 'red', fr: 'rouge' } }, IN]] },
      list: { valueLists: [[[1, 2], IN]] },
      ways: { objectLists: [[['urn:x:1', 'urn:x:2'], IN]] },
      kind: { vocabs: [[{ vocab: 'commercial' }, IN]] },
      location: { type: 'GeoProperty', values: [[PARIS, IN]] },
    });
    const multi = await query(`id=${id('multi')}&options=temporalValues`);
    expect(multi.data[0]).toMatchObject({
      speed: [
        { type: 'Property', values: [[5, IN]] },
        { type: 'Property', datasetId: 'urn:x:other', values: [[60, IN]] },
      ],
    });
    const french = await query(`id=${id('shapes')}&lang=fr&pick=label`);
    expect(french.data[0]).toMatchObject({ label: [{ type: 'Property', value: 'rouge', lang: 'fr' }] });
  });

  it('come in a body', async () => {
    const post = (body: object, parameters = '') =>
      send('POST', `/temporal/entityOperations/query${parameters}`, { type: 'Query', ...body });
    const temporalQ = { timerel: 'after', timeAt: '2026-03-01T00:00:00Z' };
    const entities = [{ type: 'Car' }];
    expect(names(await post({ entities, q: 'speed>25', temporalQ }))).toEqual(['fast', 'multi']);
    const geoQ = { georel: 'near;maxDistance==10', geometry: 'Point', coordinates: PARIS.coordinates };
    expect(names(await post({ entities, geoQ, temporalQ }))).toEqual(['shapes']);
    const paged = await post({ entities, temporalQ: { ...temporalQ, lastN: 1 } }, '?limit=2&count=true');
    expect(paged.headers['ngsild-results-count']).toBe('6');
    expect(paged.data).toHaveLength(2);
    const aggregated = await post({
      entities,
      attrs: ['speed'],
      temporalQ,
      aggrParams: { aggrMethods: ['avg'] },
    });
    expect(aggregated.data[0]).toMatchObject({
      speed: { type: 'Property', avg: [[30, expect.anything(), IN]] },
    });
    const refused: [object, RegExp][] = [
      [{ entities, temporalQ: { ...temporalQ, lastN: 0 } }, /lastN/],
      [{ entities, temporalQ: { ...temporalQ, lastN: 1.5 } }, /lastN/],
      [{ entities, temporalQ: { ...temporalQ, lastN: '1' } }, /lastN/],
      [{ entities, temporalQ: { ...temporalQ, timerel: 'during' } }, /timerel/],
      [{ entities, temporalQ: { ...temporalQ, timerel: 'between' } }, /endTimeAt/],
      [{ entities, temporalQ: { ...temporalQ, timeproperty: 'then' } }, /timeproperty/],
      [{ entities, temporalQ: { ...temporalQ, aggrMethods: [1] } }, /aggrMethods/],
      [{ entities, temporalQ: { ...temporalQ, x: 1 } }, /temporalQ/],
      [{ entities, temporalQ: [] }, /temporalQ/],
      [{ entities, temporalQ, aggrParams: { aggrMethods: ['bogus'] } }, /aggrMethods/],
      [{ entities, temporalQ, join: 'inline' }, /join/],
      [{ temporalQ }, /too wide/],
    ];
    for (const [body, detail] of refused) {
      expect(await post(body)).toMatchObject(problem(400, 'BadRequestData', detail));
    }
  });

  describe('of more instances than an answer has', () => {
    const path = `/temporal/entities/${id('long')}`;
    const minute = (n: number) => `2020-01-01T01:${String(n).padStart(2, '0')}:00Z`;
    const series = (first: number) =>
      Array.from({ length: 20 }, (_, n) => property(n + 1, minute(first + n)));
    beforeAll(async () => {
      const long = { id: id('long'), type: 'Train', speed: series(1), fuel: series(3), late: series(40) };
      await send('POST', '/temporal/entities', long);
    });

    const before = 'timerel=before&timeAt=2021-01-01T00:00:00Z';
    it.each<[string, string, number, number, number]>([
      ['', `${minute(1)}-${minute(10)}/*`, 10, 8, 0],
      ['timerel=after&timeAt=2019-01-01T00:00:00Z', `2019-01-01T00:00:00Z-${minute(10)}/*`, 10, 8, 0],
      [before, `${minute(1)}-${minute(10)}/*`, 10, 8, 0],
      [`${before}&lastN=20`, `2021-01-01T00:00:00Z-${minute(50)}/20`, 0, 0, 10],
      ['lastN=20&options=temporalValues', `${minute(59)}-${minute(50)}/20`, 0, 0, 10],
    ])('cut them at one time with %s: %s', async (parameters, range, speed, fuel, late) => {
      const { status, headers, data } = await send('GET', `${path}?${parameters}`);
      expect(status).toBe(206);
      expect(headers['content-range']).toBe(`date-time ${range}`);
      const length = (attribute: unknown) =>
        (Array.isArray(attribute) ? attribute : (attribute as { values: unknown[] }).values).length;
      const { speed: speeds, fuel: fuels, late: lates } = data;
      expect(Array.isArray(speeds)).toBe(!parameters.includes('temporalValues'));
      expect([speeds, fuels, lates].map(length)).toEqual([speed, fuel, late]);
    });

    it('do not when all that is asked for is there', async () => {
      const last = await send('GET', `${path}?lastN=10`);
      expect(last.status).toBe(200);
      expect(last.data['speed']).toHaveLength(10);
      const queried = await send('GET', '/temporal/entities?type=Train&attrs=speed');
      expect(queried.status).toBe(206);
      expect(queried.headers['content-range']).toBe(`date-time ${minute(1)}-${minute(10)}/*`);
    });

    /** The values of an attribute in all answers, as a client gets them that goes on from the end of each. */
    const valuesOf = async (name: string, first: string, next: (end: string) => string) => {
      const values: unknown[] = [];
      for (let parameters = first, answers = 1; ; answers++) {
        const { status, headers, data } = await send('GET', `/temporal/entities/${id(name)}?${parameters}`);
        values.push(...(data['a'] as { value: unknown }[]).map(({ value }) => value));
        if (status === 200 || answers === 9) return { values, answers };
        parameters = next(/-([^-]*-[^-]*-[^-]*)\/[^/]*$/.exec(String(headers['content-range']))?.[1] ?? '');
      }
    };
    const after = (end: string) => `timerel=after&timeAt=${end}`;
    const numbers = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);
    const same = (first: number, count: number, at: number) =>
      numbers(first, count).map((n) => property(n, minute(at)));

    it('have all instances of one time, and go on after it', async () => {
      const a = [...same(0, 25, 1), ...same(25, 1, 2), ...same(26, 12, 3), ...same(38, 1, 4)];
      await send('POST', '/temporal/entities', { id: id('ties'), type: 'Train', a });
      const forwards = await valuesOf('ties', after('2019-01-01T00:00:00Z'), after);
      const values = [...numbers(0, 26), ...numbers(25, 13), ...numbers(26, 13)];
      expect(forwards).toEqual({ values, answers: 3 });
      const back = (end: string) => `timerel=before&timeAt=${end}&lastN=50`;
      const backwards = await valuesOf('ties', back(IN), back);
      expect(backwards).toEqual({ values: [...numbers(26, 13), ...numbers(0, 26)], answers: 2 });
      const last = await valuesOf('ties', `timerel=before&timeAt=${IN}&lastN=13`, back);
      expect(last).toEqual({ values: numbers(26, 13), answers: 1 });
    });

    it('have all instances of an attribute by the time at which it was created', async () => {
      await send('POST', '/entities', { id: id('often'), type: 'Train', a: { type: 'Property', value: 0 } });
      for (let value = 1; value < 15; value++) {
        await send('PATCH', `/entities/${id('often')}/attrs/a`, { value });
      }
      const created = (end: string) => `timeproperty=createdAt&${after(end)}`;
      const { values } = await valuesOf('often', created('2020-01-01T00:00:00Z'), created);
      expect(values).toEqual(numbers(0, 15));
    });

    it('have all instances that were not observed, as no time leads to them', async () => {
      const unobserved = numbers(0, 12).map((value) => ({ type: 'Property', value }));
      const observed = numbers(12, 18).map((value) => property(value, minute(value)));
      const mixed = { id: id('mixed'), type: 'Train', a: [...unobserved, ...observed], b: unobserved };
      await send('POST', '/temporal/entities', mixed);
      expect(await valuesOf('mixed', '', after)).toEqual({
        values: [...numbers(0, 22), ...numbers(21, 9)],
        answers: 2,
      });
      const { headers, data } = await send('GET', `/temporal/entities/${id('mixed')}`);
      expect(headers['content-range']).toBe(`date-time ${minute(12)}-${minute(21)}/*`);
      expect(data['b']).toHaveLength(12);
    });
  });

  it.each<[string, RegExp, string?]>([
    ['timerel=after', /timeAt: is needed/],
    ['timeAt=2025-12-01T00:00:00Z', /timerel: is needed/],
    ['timerel=since&timeAt=2025-12-01T00:00:00Z', /timerel: must be/],
    ['timerel=after&timeAt=yesterday', /timeAt: must be a DateTime/],
    ['timerel=after&timeAt=2025-12-01', /timeAt: must be a DateTime/],
    ['timerel=between&timeAt=2025-12-01T00:00:00Z', /endTimeAt: is needed/],
    ['timerel=between&timeAt=2025-12-02T00:00:00Z&endTimeAt=2025-12-01T00:00:00Z', /endTimeAt: is before/],
    ['timerel=after&timeAt=2025-12-01T00:00:00Z&endTimeAt=2025-12-02T00:00:00Z', /endTimeAt: is for/],
    ['timeproperty=whenever', /timeproperty: must be/],
    ['lastN=0', /lastN/],
    ['lastN=-1', /lastN/],
    ['lastN=1e3', /lastN/],
    ['options=keyValues', /options/, 'InvalidRequest'],
    ['format=x', /format/, 'InvalidRequest'],
    ['options=temporalValues,x', /options/, 'InvalidRequest'],
    ['options=temporalValues,aggregatedValues&aggrMethods=avg', /more than one/],
    ['options=aggregatedValues', /aggrMethods: is needed/],
    ['options=aggregatedValues&aggrMethods=mean', /aggrMethods: must be/],
    ['aggrMethods=avg,', /aggrMethods: must be/],
    ['aggrMethods=avg&aggrPeriodDuration=1H', /aggrPeriodDuration/],
    ['aggrMethods=avg&aggrPeriodDuration=P', /aggrPeriodDuration/],
    ['aggrMethods=avg&aggrPeriodDuration=-PT1H', /aggrPeriodDuration/],
    ['datasetId=x', /datasetId/],
    ['csf=x', /csf/],
    ['attrs=speed&pick=speed', /attrs/],
    ['pick=speed&omit=speed', /pick, omit/],
    ['pick=owner{name}', /pick, omit/],
    ['lang=!', /lang/],
    ['x=1', /x: unknown query parameter/, 'InvalidRequest'],
    ['lastN=1&lastN=2', /lastN: given twice/],
  ])('refuse %s', async (parameters, detail, type = 'BadRequestData') => {
    for (const path of ['/temporal/entities?type=Car&', `/temporal/entities/${id('fast')}?`]) {
      expect(await send('GET', path + parameters)).toMatchObject(problem(400, type, detail));
    }
  });

  it.each<[string, RegExp]>([
    ['', /too wide/],
    ['attrs=createdAt', /too wide/],
    ['id=urn:x:1', /too wide/],
    ['type=Car&q=owner{name}==%22x%22', /q/],
    ['type=Car&q=speed>', /q/],
    ['type=Car&orderBy=speed', /orderBy/],
    ['type=Car&limit=1001', /limit/],
    ['type=Car&limit=0', /limit/],
    ['type=Car&id=not%20a%20uri', /id/],
    ['type=Car&scopeQ=/A//', /scopeQ/],
    ['type=Car&georel=near', /geo/],
  ])('refuse a query of %s', async (parameters, detail) => {
    expect(await send('GET', `/temporal/entities?${WINDOW}&${parameters}`)).toMatchObject(
      problem(400, 'BadRequestData', detail),
    );
  });
});
