import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';

const point = (longitude: number, latitude: number) => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});

const ENTITIES = [
  {
    id: 'urn:x:a',
    type: 'Room',
    scope: '/Hanoi/Old',
    location: point(8.01, 40.01),
    rank: 5,
    address: { value: { city: 'Amsterdam' } },
    in: { object: 'urn:x:city' },
    category: { vocab: 'quiet' },
  },
  {
    id: 'urn:x:b',
    type: ['Room', 'Hall'],
    scope: ['/Hanoi', '/Public'],
    location: point(9, 41),
    rank: 'abc',
    address: { value: { city: 'Berlin' } },
    in: { object: 'urn:x:nowhere' },
  },
  {
    id: 'urn:x:c',
    type: 'Hall',
    location: point(10, 45),
    address: { value: { city: 'Zurich' } },
    area: point(0, 0),
  },
  { id: 'urn:x:city', type: 'City', name: 'Hanoi', of: { objectList: ['urn:x:country'] } },
  { id: 'urn:x:country', type: 'Country', name: { languageMap: { en: 'Vietnam', vi: 'Việt Nam' } } },
];

describe('selecting entities', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
    expect((await send('POST', '/entityOperations/create', ENTITIES)).status).toBe(201);
  });
  afterAll(() => service.stop());

  const names = ({ data }: { data: unknown }) =>
    (data as { id: string }[]).map(({ id }) => id.slice('urn:x:'.length)).join(' ');

  it.each([
    ['type=Room', 'a b'],
    ['type=(Room;Hall),City', 'b city'],
    ['type=*', 'a b c city country'],
    ['scopeQ=/Hanoi', 'b'],
    ['scopeQ=/Hanoi/%23', 'a b'],
    ['scopeQ=/%2B/Old', 'a'],
    ['scopeQ=/Hanoi/%2B,/Public', 'a b'],
    ['scopeQ=/Hanoi;/Public', 'b'],
    ['scopeQ=/Hanoi/Old/%23', 'a'],
    ['q=address[city]=="Berlin"', 'b'],
    ['q=in{name}=="Hanoi"&join=inline', 'a'],
    ['q=in{City:name}&join=inline', 'a'],
    ['q=in{Country:name}&join=flat', ''],
    ['q=in{of{name[vi]}}=="Vi%E1%BB%87t%20Nam"&join=inline&joinLevel=2', 'a'],
    ['q=category==quiet&expandValues=category', 'a'],
    ['q=category==quiet', ''],
    ['georel=near;maxDistance==2000&geometry=Point&coordinates=[0,0]&geoproperty=area', 'c'],
    ['georel=near;maxDistance==5000&geometry=LineString&coordinates=[[8,40],[8.02,40.02]]', 'a'],
    ['georel=near;minDistance==200000&geometry=MultiPoint&coordinates=[[8,40],[9,41]]', 'c'],
    ['type=Room,Hall&orderBy=location;dist-asc&orderFrom=[8,40]', 'a b c'],
    ['type=Room,Hall&orderBy=location;dist-desc&orderFrom=[8,40]', 'c b a'],
    ['type=Room,Hall&orderBy=rank', 'a b c'],
    ['type=Room,Hall&orderBy=address[city];desc', 'c b a'],
    ['type=Room,Hall&orderBy=id;desc', 'c b a'],
    ['type=Room,Hall&orderBy=nothing,address[city];desc', 'c b a'],
    ['type=Room,Hall&orderBy=createdAt;desc', 'c b a'],
    ['type=Room,Hall&orderBy=address.modifiedAt;desc', 'c b a'],
    ['id=urn:x:c,urn:x:a', 'a c'],
    ['idPattern=^urn:x:c', 'c city country'],
    ['attrs=rank,name', 'a b city country'],
  ])('%s', async (query, expected) => {
    const answer = await send('GET', `/entities?${query}`);
    expect(answer.status).toBe(200);
    expect(names(answer)).toBe(expected);
  });

  it.each([
    ['scopeQ=/a//b', /scopeQ/],
    ['scopeQ=%23/a', /scopeQ/],
    ['scopeQ=', /scopeQ/],
    ['q=in{name}=="x"', /too deep/],
    ['q=in{of{name}}&join=inline', /too deep/],
    ['type=Room&orderBy=rank;up', /orderBy/],
    ['type=Room&orderBy=', /orderBy|attribute name/],
    ['type=Room&orderBy=rank>1', /orderBy/],
    ['type=Room&orderBy=location;dist-asc', /orderFrom/],
    ['type=Room&orderBy=location;dist-asc&orderFrom=[1]', /coordinates/],
    ['type=Room&orderBy=rank&collation=de', /collation/],
    ['type=Room&pick=rank&attrs=rank', /attrs: cannot be combined/],
    ['type=Room&pick=rank&omit=rank', /same member/],
    ['type=Room&pick=id;rank', /no valid name/],
    ['type=Room&pick=id,in%7Bname', /no valid name/],
    ['type=Room&pick=id,,rank', /no valid name/],
    ['type=Room&pick=id,in%7B%7D&join=inline', /no valid name/],
    ['type=Room&pick=in%7Bname%7D', /braces need join/],
    ['type=Room&omit=in%7Bof%7Bname%7D%7D&join=inline', /braces need join/],
    ['type=Room&join=both', /join/],
    ['type=Room&join=inline&joinLevel=0', /joinLevel/],
    ['type=Room&geometryProperty=location', /geometryProperty/],
    ['type=Room&lang=en;q=2', /lang/],
    ['attrs=id', /attrs/],
  ])('%s is refused', async (query, detail) => {
    expect(await send('GET', `/entities?${query}`)).toMatchObject(problem(400, 'BadRequestData', detail));
  });

  describe('with a query in the body', () => {
    const query = (body: object, parameters = '') =>
      send('POST', `/entityOperations/query${parameters}`, { type: 'Query', ...body });

    it.each<[object, string]>([
      [{ entities: [{ type: 'Room' }] }, 'a b'],
      [{ entities: [{ type: 'Room', id: 'urn:x:a' }, { type: 'City' }] }, 'a city'],
      [
        {
          entities: [
            { type: 'Hall', idPattern: 'c$' },
            { type: 'Room', id: ['urn:x:b'] },
          ],
        },
        'b c',
      ],
      [{ entities: [{ type: 'Room', id: 'urn:x:a', idPattern: 'b$' }] }, 'a'],
      [{ entities: [{ type: '*' }], q: 'rank==5' }, 'a'],
      [{ q: 'name', scopeQ: '/Hanoi' }, ''],
      [
        {
          geoQ: {
            georel: 'within',
            geometry: 'Polygon',
            coordinates: [
              [
                [7, 39],
                [9.5, 39],
                [9.5, 42],
                [7, 42],
                [7, 39],
              ],
            ],
          },
        },
        'a b',
      ],
      [{ attrs: ['rank'] }, 'a b'],
      [
        {
          entities: [{ type: 'Room' }],
          ordering: { orderBy: ['location;dist-desc'], coordinates: [8, 40], geometry: 'Point' },
        },
        'b a',
      ],
    ])('%j', async (body, expected) => {
      const answer = await query(body);
      expect(answer.status).toBe(200);
      expect(names(answer)).toBe(expected);
    });

    it('is paged, counted and written as asked for', async () => {
      const answer = await query(
        { entities: [{ type: 'Room' }], pick: ['id', 'rank'] },
        '?limit=1&offset=1&count=true&options=keyValues',
      );
      expect(answer).toMatchObject({ data: [{ id: 'urn:x:b', rank: 'abc' }] });
      expect(answer.headers['ngsild-results-count']).toBe('2');
      expect(Object.keys(answer.data[0] as object)).toEqual(['id', 'rank']);
    });

    it.each<[object, RegExp]>([
      [{ type: 'Other' }, /type: must be Query/],
      [{}, /too wide/],
      [{ entities: [] }, /entities/],
      [{ entities: [{ id: 'urn:x:a' }] }, /needs a type/],
      [{ entities: [{ type: 'Room', id: 'no' }] }, /URI/],
      [{ entities: [{ type: 'Room', id: ['urn:x:a', 5] }] }, /strings/],
      [{ entities: [{ type: 'Room' }], attrs: [] }, /attrs/],
      [{ entities: [{ type: 'Room' }], q: 42 }, /q: must be a string/],
      [{ entities: [{ type: 'Room' }], joinLevel: 0, join: 'inline' }, /joinLevel/],
      [{ entities: [{ type: 'Room' }], temporalQ: {} }, /temporalQ/],
      [{ entities: [{ type: 'Room' }], ordering: { orderBy: ['id'], geometry: 5 } }, /geometry/],
      [{ entities: [{ type: 'Room' }], ordering: { orderBy: ['location;dist-asc'] } }, /orderFrom/],
    ])('refuses %j', async (body, detail) => {
      expect(await query(body)).toMatchObject(problem(400, 'BadRequestData', detail));
    });
  });

  it('takes as many ids as a body holds', async () => {
    const id = ['urn:x:a', ...Array.from({ length: 33_000 }, (_, at) => `urn:none:${at}`)];
    const query = {
      type: 'Query',
      entities: [
        { type: 'Room', id },
        { type: 'Hall', id: 'urn:x:c' },
      ],
    };
    const answer = await send('POST', '/entityOperations/query', query);
    expect(answer.status).toBe(200);
    expect(names(answer)).toBe('a c');
  });

  it('purges what is selected, or attributes of it', async () => {
    const many = Array.from({ length: 700 }, (_, at) => ({
      id: `urn:p:${at}`,
      type: 'Purged',
      a: at,
      b: 1,
      c: 1,
    }));
    await send('POST', '/entityOperations/create', many);
    const left = async (query: string) =>
      Number(
        (await send('GET', `/entities?type=Purged&${query}limit=0&count=true`)).headers[
          'ngsild-results-count'
        ],
      );
    expect((await send('DELETE', '/entities?type=Purged&drop=b')).status).toBe(204);
    expect(await left('q=b&')).toBe(0);
    expect((await send('DELETE', '/entities?type=Purged&keep=a')).status).toBe(204);
    expect([await left('q=c&'), await left('q=a&')]).toEqual([0, 700]);
    expect((await send('DELETE', '/entities?type=Purged&q=a<600')).status).toBe(204);
    expect(await left('')).toBe(100);
    expect(await send('DELETE', '/entities')).toMatchObject(problem(400, 'BadRequestData', /too wide/));
    expect((await send('DELETE', '/entities?type=Purged&drop=a&keep=b')).status).toBe(400);
    expect((await send('DELETE', '/entities?type=Purged')).status).toBe(204);
    expect(await left('')).toBe(0);
  });
});
