import { join } from 'node:path';
import { Database } from '../../src/common/sqlite/database';
import { normalizeEntity } from '../../src/context-broker/model/normalize-entity';
import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';
import { temporaryBroker } from './temporary-broker';

const DEFAULT = 'https://uri.etsi.org/ngsi-ld/default-context/';
const CONTEXT = { speed: 'https://vehicles.example/speed', Vehicle: 'https://vehicles.example/Vehicle' };

const entity = (id: string, type: string | string[], attributes: object) => ({
  id: `urn:x:${id}`,
  type,
  ...attributes,
});

describe('discovery', () => {
  let service: RunningService;
  let send: BrokerClient;
  let withContext: Record<string, string>;
  const get = async (path: string, headers = {}) => (await send('GET', path, undefined, headers)).data;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
    const { headers } = await send('POST', '/jsonldContexts', { '@context': CONTEXT });
    const url = `${service.url}${String(headers['location'])}`;
    withContext = { Link: `<${url}>; rel="http://www.w3.org/ns/json-ld#context"` };
    const entities = [
      entity('1', 'Vehicle', { speed: 50, owner: { type: 'Relationship', object: 'urn:x:p' } }),
      entity('2', 'Vehicle', { speed: 60, location: { type: 'Point', coordinates: [1, 2] } }),
      entity('3', ['Vehicle', 'Boat'], { speed: 'fast', draught: 2 }),
      entity('4', 'Boat', { draught: { type: 'LanguageProperty', languageMap: { en: 'deep' } } }),
    ];
    expect((await send('POST', '/entityOperations/create', entities)).status).toBe(201);
    await send('POST', '/entities', entity('5', 'Vehicle', { speed: 1 }), withContext);
    await send('POST', '/entities', entity('6', 'Gone', { gone: 1 }));
    await send('DELETE', '/entities/urn:x:6');
    await send('POST', '/entities/urn:x:4/attrs', { sail: true, keel: 1 });
    await send('DELETE', '/entities/urn:x:4/attrs/keel');
  });
  afterAll(() => service.stop());

  it('lists types', async () => {
    expect(await get('/types')).toEqual({
      id: expect.stringMatching(/^urn:ngsi-ld:EntityTypeList:/) as string,
      type: 'EntityTypeList',
      typeList: ['Boat', 'Vehicle', 'https://vehicles.example/Vehicle'],
    });
  });

  it.each([
    ['/types', '3'],
    ['/attributes?details=true', '6'],
  ])('counts %s', async (path, count) => {
    const answer = await send('GET', `${path}${path.includes('?') ? '&' : '?'}count=true`);
    expect(answer.headers['ngsild-results-count']).toBe(count);
  });

  it('lists types with their attributes', async () => {
    expect(await get('/types?details=true')).toEqual([
      {
        id: `${DEFAULT}Boat`,
        type: 'EntityType',
        typeName: 'Boat',
        attributeNames: ['draught', 'sail', 'speed'],
      },
      {
        id: `${DEFAULT}Vehicle`,
        type: 'EntityType',
        typeName: 'Vehicle',
        attributeNames: ['draught', 'location', 'owner', 'speed'],
      },
      {
        id: 'https://vehicles.example/Vehicle',
        type: 'EntityType',
        typeName: 'https://vehicles.example/Vehicle',
        attributeNames: ['https://vehicles.example/speed'],
      },
    ]);
  });

  it('tells of one type', async () => {
    const attribute = (attributeName: string, ...attributeTypes: string[]) => ({
      id: attributeName === 'location' ? 'https://uri.etsi.org/ngsi-ld/location' : DEFAULT + attributeName,
      type: 'Attribute',
      attributeName,
      attributeTypes,
    });
    expect(await get('/types/Vehicle')).toEqual({
      id: `${DEFAULT}Vehicle`,
      type: 'EntityTypeInfo',
      typeName: 'Vehicle',
      entityCount: 3,
      attributeDetails: [
        attribute('draught', 'Property'),
        attribute('location', 'GeoProperty'),
        attribute('owner', 'Relationship'),
        attribute('speed', 'Property'),
      ],
    });
    expect(await get(`/types/${encodeURIComponent(`${DEFAULT}Vehicle`)}`)).toHaveProperty('entityCount', 3);
  });

  it('lists attributes', async () => {
    expect(await get('/attributes')).toEqual({
      id: expect.stringMatching(/^urn:ngsi-ld:AttributeList:/) as string,
      type: 'AttributeList',
      attributeList: ['draught', 'https://vehicles.example/speed', 'location', 'owner', 'sail', 'speed'],
    });
  });

  it('lists attributes with their types', async () => {
    expect(await get('/attributes?details=true')).toContainEqual({
      id: `${DEFAULT}draught`,
      type: 'Attribute',
      attributeName: 'draught',
      typeNames: ['Boat', 'Vehicle'],
    });
  });

  it('tells of one attribute', async () => {
    expect(await get('/attributes/draught')).toEqual({
      id: `${DEFAULT}draught`,
      type: 'Attribute',
      attributeName: 'draught',
      attributeCount: 2,
      attributeTypes: ['LanguageProperty', 'Property'],
      typeNames: ['Boat', 'Vehicle'],
    });
  });

  it('names things as the context does', async () => {
    expect(await get('/types/Vehicle', withContext)).toMatchObject({
      id: 'https://vehicles.example/Vehicle',
      typeName: 'Vehicle',
      entityCount: 1,
      attributeDetails: [{ attributeName: 'speed' }],
    });
    expect(await get('/types', { ...withContext, Accept: 'application/ld+json' })).toMatchObject({
      typeList: ['Boat', 'ngsi-ld:default-context/Vehicle', 'Vehicle'],
      '@context': [expect.stringContaining('/jsonldContexts/'), expect.stringContaining('core-context')],
    });
  });

  it.each([
    ['/types/Unknown', 404, 'ResourceNotFound', /Unknown/],
    ['/types/Gone', 404, 'ResourceNotFound', /Gone/],
    ['/attributes/keel', 404, 'ResourceNotFound', /keel/],
    ['/attributes/%3Cscript%3E', 400, 'BadRequestData', /no valid name/],
    ['/types?details=yes', 400, 'BadRequestData', /true or false/],
    ['/types?unknown=1', 400, 'InvalidRequest', /unknown query parameter/],
  ])('answers %s with %d', async (path, status, type, detail) => {
    expect(await send('GET', path)).toMatchObject(problem(status, type, detail));
  });

  it.each(['/types', '/attributes/draught'])('answers no GeoJSON at %s', async (path) => {
    expect((await send('GET', path, undefined, { Accept: 'application/geo+json' })).status).toBe(406);
  });
});

describe('discovery in a store from before it was counted', () => {
  const temporary = temporaryBroker();
  afterAll(() => temporary.remove());

  it('counts once', async () => {
    for (const id of ['urn:x:1', 'urn:x:2']) {
      await temporary.broker.create(normalizeEntity({ id, type: 'Thing', a: 1 }));
    }
    const counted = await temporary.broker.types();
    const database = new Database(join(temporary.dataDirectory, 'broker', 'default.sqlite'));
    database.exec('DELETE FROM entity_shape');
    database.close();
    const broker = await temporary.reopen();
    expect(await broker.types()).toEqual(counted);
    expect(counted).toEqual([
      { type: 'Thing', count: 2, attributes: [{ name: 'a', kinds: ['Property'], count: 2 }] },
    ]);
  });
});
