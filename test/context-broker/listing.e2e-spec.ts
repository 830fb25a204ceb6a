import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';

describe('lists of entities', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
    const things = Array.from({ length: 60 }, (_, at) => ({
      id: `urn:ngsi-ld:Thing:${String(at).padStart(2, '0')}`,
      type: at < 50 ? 'Thing' : 'Other',
      size: at,
      label: ['plain', 'a"b', "c'd;e", '100%', 'x\\y', '(a|b)'][at % 6],
      location: { type: 'Point', coordinates: [106.7 + at / 1000, 10.77] },
    }));
    await send('POST', '/entityOperations/create', things);
    await send('POST', '/entities', {
      id: 'urn:ngsi-ld:CitizenReport:1',
      type: 'CitizenReport',
      location: { type: 'Point', coordinates: [106.7009, 10.7756] },
    });
  });
  afterAll(() => service.stop());

  const ids = async (query: string) => {
    const { status, data } = await send('GET', `/entities${query}`);
    expect(status).toBe(200);
    return (data as unknown as { id: string }[]).map(({ id }) => id.split(':').at(-1));
  };

  it.each([
    '/entities',
    '/entities?local=true',
    '/entities?type=*',
    '/entities?type=CitizenReport',
    '/entities?type=CitizenReport&georel=near;maxDistance==1000&geometry=Point&coordinates=[106.7009,10.7756]',
    '/entities?type=CitizenReport&georel=near%3BmaxDistance%3D%3D1000&geometry=Point&coordinates=%5B106.7009%2C10.7756%5D',
  ])('work literally as %s', async (path) => {
    const { status, data } = await send('GET', path);
    expect(status).toBe(200);
    expect(data).toContainEqual(expect.objectContaining({ id: 'urn:ngsi-ld:CitizenReport:1' }));
  });

  it('are bounded, and tell where the next and the previous page are', async () => {
    expect(await ids('?type=Thing')).toHaveLength(20);
    const middle = await send('GET', '/entities/?type=Thing&limit=20&offset=20&count=true');
    expect(middle.headers['ngsild-results-count']).toBe('50');
    expect(middle.headers['link']).toContain(
      '</ngsi-ld/v1/entities?type=Thing&limit=20&count=true&offset=40>;rel="next"',
    );
    expect(middle.headers['link']).toContain(
      '</ngsi-ld/v1/entities?type=Thing&limit=20&count=true&offset=0>;rel="prev"',
    );
    const last = await send('GET', '/entities?type=Thing&limit=25&offset=25');
    expect(last.data).toHaveLength(25);
    expect(last.headers['link']).not.toContain('rel="next"');
    expect(await ids('?type=Thing&offset=50')).toEqual([]);
    const counted = await send('GET', '/entities?type=Thing&limit=0&count=true');
    expect(counted).toMatchObject({ data: [], headers: { 'ngsild-results-count': '50' } });
    expect((await send('GET', '/entities?type=Thing')).headers['ngsild-results-count']).toBeUndefined();
    const asOption = await send('GET', '/entities?type=Thing&limit=1&options=keyValues,count&pick=type');
    expect(asOption).toMatchObject({ data: [{ type: 'Thing' }], headers: { 'ngsild-results-count': '50' } });
  });

  it.each([
    ['?type=Thing,Other&limit=100', 60],
    ['?type=Thing|Other&limit=100', 60],
    ['?type=(Thing;Other)', 0],
    ['?id=urn:ngsi-ld:Thing:01,urn:ngsi-ld:Thing:02', 2],
    ['?idPattern=Thing:0[0-4]$', 5],
    ['?attrs=size&type=Other&limit=100', 10],
    ['?attrs=nothing', 0],
    ['?q=size==1..3,7', 4],
    ['?q=size<3;label=="plain"', 1],
    ['?q=(size<3|size>58);label!="plain"', 3],
    ['?q=label=="a\\%22b"&limit=100', 10],
    [`?q=label=="c'd;e"&limit=100`, 10],
    ['?q=label=="100%25"&limit=100', 10],
    ['?q=label=="x\\\\y"&limit=100', 10],
    ['?q=label=="(a|b)"&limit=100', 10],
    ['?q=label=="%25"', 0],
    [`?q=label=="' OR 1=1 --"`, 0],
    ['?q=label~="^(a%2B)%2B$"', 0],
    ['?q=nothing', 0],
    [
      '?type=Thing&georel=within&geometry=Polygon&coordinates=[[[106.6,10.7],[106.7045,10.7],[106.7045,10.8],[106.6,10.8],[106.6,10.7]]]',
      5,
    ],
    ['?type=Other&local=true', 10],
  ])('%s find %d', async (query, expected) => {
    expect(await ids(encodeURI(query).replaceAll('%25', '%'))).toHaveLength(expected);
  });

  it.each([
    ['?limit=0', /limit: 0 is for counting/],
    ['?limit=-1', /limit/],
    ['?limit=1001', /limit/],
    ['?limit=1e3', /limit/],
    ['?limit=abc', /limit/],
    ['?limit=', /limit/],
    ['?offset=-1', /offset/],
    ['?offset=1.5', /offset/],
    ['?count=maybe', /count/],
    ['?type=', /type/],
    ['?type=a%20b', /type/],
    ['?type=((a)', /type/],
    [`?type=${'('.repeat(1000)}a${')'.repeat(1000)}`, /type: nested deeper/],
    [`?type=${Array(30).fill('(a,b)').join(';')}`, /type: more than 100/],
    ['?id=nothing', /id: must be a URI/],
    ['?idPattern=(', /idPattern/],
    ['?attrs=a%22b', /attrs/],
    ['?q=', /position 1/],
    ['?local=false', /too wide/],
    ['?attrs=createdAt', /too wide/],
    ['?q=modifiedAt>2026-01-01', /too wide/],
    ['?type=*&local=false', /local/],
    ["?q=a=='b'", /position 4/],
    ['?q=label==%22a%22b%22', /position 11/],
    [`?q=${'('.repeat(1000)}`, /nested deeper/],
    ['?georel=near;maxDistance==10', /a geo-query needs/],
    ['?georel=near;maxDistance==x&geometry=Point&coordinates=[1,2]', /maxDistance/],
    ['?georel=near;maxDistance==10&geometry=Point&coordinates=[1,NaN]', /coordinates/],
    ['?georel=within&geometry=Polygon&coordinates=[[[0,0],[1,1]]]', /coordinates/],
    ['?options=keyValues,concise', /more than one format/],
    ['?type=Thing&type=Other', /type: given twice/],
  ])('refuse %s', async (query, detail) => {
    expect(await send('GET', `/entities${query}`)).toMatchObject(problem(400, 'BadRequestData', detail));
  });

  it.each(['options=pretty', 'options=keyValues,pretty', 'format=pretty', 'format=concise&options=pretty'])(
    'refuse ?%s, as there is no such representation',
    async (query) => {
      const answer = await send('GET', `/entities?type=Thing&${query}`);
      expect(answer).toMatchObject(problem(400, 'InvalidRequest', /"pretty" is not supported/));
    },
  );

  it.each(['unknown', '__proto__'])('refuse the parameter %s', async (name) => {
    const answer = await send('GET', `/entities?type=Thing&${name}=1`);
    expect(answer).toMatchObject(problem(400, 'InvalidRequest', /unknown query parameter/));
  });

  it.each(['entities', 'temporal/entities', 'subscriptions'])(
    'refuse unknown parameters of %s before a body that is no object',
    async (resource) => {
      const headers = { 'Content-Type': 'application/ld+json' };
      const answer = await send('POST', `/${resource}?unknown=1`, '"text"', headers);
      expect(answer).toMatchObject(problem(400, 'InvalidRequest', /unknown query parameter/));
      expect(await send('POST', `/${resource}`, '"text"', headers)).toMatchObject(
        problem(400, 'BadRequestData', /object/),
      );
    },
  );
});
