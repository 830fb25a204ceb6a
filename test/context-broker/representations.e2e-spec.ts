import { setTimeout as wait } from 'node:timers/promises';
import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';

const CITY = { id: 'urn:x:city', type: 'City', name: { type: 'Property', value: 'Hà Nội' } };
const COUNTRY = { id: 'urn:x:country', type: 'Country', name: { type: 'Property', value: 'Việt Nam' } };
const LINK = { type: 'Relationship', object: 'urn:x:city' };

describe('representations', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
    const inCountry = { type: 'ListRelationship', objectList: [{ object: 'urn:x:country' }] };
    await send('POST', '/entityOperations/create', [
      { id: 'urn:x:room', type: 'Room', in: LINK, color: { languageMap: { en: 'red', vi: 'đỏ' } } },
      { ...CITY, of: inCountry, back: { object: 'urn:x:room' } },
      COUNTRY,
      {
        id: 'urn:x:many',
        type: 'Many',
        name: [
          { type: 'Property', value: 1 },
          { type: 'Property', value: 2, datasetId: 'urn:d:1' },
        ],
      },
    ]);
  });
  afterAll(() => service.stop());

  const get = async (path: string) => (await send('GET', `/entities${path}`)).data as unknown;

  describe('of which nothing is left', () => {
    it.each(['pick=nothing', 'omit=id,type,in,color', 'attrs=nothing', 'pick=color&datasetId=urn:d:1'])(
      'are not found by their id: %s',
      async (query) => {
        const answer = await send('GET', `/entities/urn:x:room?${query}`);
        expect(answer).toMatchObject(problem(404, 'ResourceNotFound', /none of the members/));
      },
    );

    it('are left out of lists, though counted', async () => {
      const answer = await send('GET', '/entities?type=Room,City&pick=color&count=true');
      expect(answer.headers['ngsild-results-count']).toBe('2');
      expect(answer.data).toEqual([
        { color: { type: 'LanguageProperty', languageMap: { en: 'red', vi: 'đỏ' } } },
      ]);
    });
  });

  describe('with linked entities', () => {
    it('inside of the relationships', async () => {
      expect(await get('/urn:x:room?join=inline&pick=id,in%7Bid,name%7D')).toEqual({
        id: 'urn:x:room',
        in: { ...LINK, entity: { id: 'urn:x:city', name: CITY.name } },
      });
      expect(await get('/urn:x:room?join=inline&joinLevel=2&omit=color,in%7Btype,name%7D')).toEqual({
        id: 'urn:x:room',
        type: 'Room',
        in: {
          ...LINK,
          entity: {
            id: 'urn:x:city',
            of: {
              type: 'ListRelationship',
              objectList: [{ object: 'urn:x:country' }],
              entityList: [COUNTRY],
            },
            // What it came from is not shown again.
            back: { type: 'Relationship', object: 'urn:x:room' },
          },
        },
      });
    });

    it('behind the entities', async () => {
      expect(await get('?type=Room&join=flat&joinLevel=2&pick=id,in%7Bid,of%7D')).toEqual([
        { id: 'urn:x:room', in: LINK },
        { id: 'urn:x:city', of: { type: 'ListRelationship', objectList: [{ object: 'urn:x:country' }] } },
        COUNTRY,
      ]);
      expect(await get('/urn:x:room?join=flat&pick=id,in%7Bid%7D')).toEqual([
        { id: 'urn:x:room', in: LINK },
        { id: 'urn:x:city' },
      ]);
    });

    it.each(['containedBy=urn:x:city', 'omit=in'])('alone when none is behind it: %s', async (query) => {
      expect(await get(`/urn:x:room?join=flat&${query}`)).toMatchObject({ id: 'urn:x:room', type: 'Room' });
    });

    it('without those of which nothing is left', async () => {
      expect(await get('?type=Room&join=flat&pick=id,in%7Bcolor%7D')).toEqual([
        { id: 'urn:x:room', in: LINK },
      ]);
    });

    it('that are simplified', async () => {
      expect(await get('/urn:x:room?join=inline&options=keyValues&pick=id,in%7Bid,name%7D')).toEqual({
        id: 'urn:x:room',
        in: { id: 'urn:x:city', name: 'Hà Nội' },
      });
      expect(await get('?type=Room&join=inline&format=concise&pick=id,in%7Bname%7D')).toEqual([
        { id: 'urn:x:room', in: { object: 'urn:x:city', entity: { name: 'Hà Nội' } } },
      ]);
    });
  });

  it('in a language', async () => {
    expect(await get('/urn:x:room?lang=vi&pick=color')).toEqual({
      color: { type: 'Property', value: 'đỏ', lang: 'vi' },
    });
    expect(await get('/urn:x:room?lang=fr,en;q=0.1&pick=color&options=keyValues')).toEqual({ color: 'red' });
  });

  it('of some instances', async () => {
    expect(await get('?type=Many&datasetId=urn:d:1&pick=name')).toEqual([
      { name: { type: 'Property', value: 2, datasetId: 'urn:d:1' } },
    ]);
    expect(await get('?type=Many&datasetId=@none&pick=name&options=keyValues')).toEqual([{ name: 1 }]);
  });

  describe('of what ends by itself', () => {
    const far = '2100-01-01T00:00:00Z';

    it('tell when with the system attributes alone', async () => {
      const a = { value: 1, expiresAt: far, of: { value: 2, expiresAt: far } };
      await send('POST', '/entities', { id: 'urn:x:far', type: 'Thing', expiresAt: far, a });
      for (const query of ['/urn:x:far', '/urn:x:far?pick=a', '?id=urn:x:far&type=Thing']) {
        const shown = JSON.stringify(await get(query));
        expect(shown).toContain('"of":{"type":"Property","value":2}');
        expect(shown).not.toContain('expiresAt');
      }
      expect(await get('/urn:x:far?options=sysAttrs')).toMatchObject({
        expiresAt: far,
        a: { expiresAt: far, of: { expiresAt: far } },
      });
      await send('PATCH', '/entities/urn:x:far/attrs', { b: 2 });
      expect(await get('/urn:x:far?options=sysAttrs')).toMatchObject({
        expiresAt: far,
        a: { expiresAt: far },
      });
      await send('PATCH', '/entities/urn:x:far', { expiresAt: 'urn:ngsi-ld:null' });
      expect(await get('/urn:x:far?options=sysAttrs')).not.toHaveProperty('expiresAt');
    });

    it('are no longer there', async () => {
      const soon = new Date(Date.now() + 500).toISOString();
      await send('POST', '/entities', { id: 'urn:x:soon', type: 'Soon', expiresAt: soon, a: 1 });
      await send('POST', '/entities', {
        id: 'urn:x:part',
        type: 'Soon',
        a: { value: 1, expiresAt: soon },
        b: 2,
      });
      expect(
        (await send('GET', '/entities?type=Soon&limit=0&count=true')).headers['ngsild-results-count'],
      ).toBe('2');
      await wait(Date.parse(soon) - Date.now());
      const gone = await send('GET', '/entities/urn:x:soon');
      expect(gone).toMatchObject(problem(404, 'ResourceNotFound', /urn:x:soon/));
      expect(await get('/urn:x:part?options=keyValues')).toEqual({ id: 'urn:x:part', type: 'Soon', b: 2 });
      const listed = await send('GET', '/entities?type=Soon&count=true');
      expect(listed.headers['ngsild-results-count']).toBe('1');
      expect((await send('PATCH', '/entities/urn:x:soon', { a: 2 })).status).toBe(404);
      expect((await send('POST', '/entities', { id: 'urn:x:soon', type: 'Soon', a: 3 })).status).toBe(201);
    });
  });
});
