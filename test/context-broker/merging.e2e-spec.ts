import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';

const NULL = 'urn:ngsi-ld:null';

interface Timed {
  createdAt: string;
  modifiedAt: string;
}

describe('changing entities', () => {
  let service: RunningService;
  let send: BrokerClient;
  let count = 0;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
  });
  afterAll(() => service.stop());

  /** The path of a new entity. */
  async function created(members: object): Promise<string> {
    const id = `urn:x:changed:${(count += 1)}`;
    expect((await send('POST', '/entities', { id, type: 'Thing', ...members })).status).toBe(201);
    return `/entities/${id}`;
  }
  const stored = async (path: string, query = '') => {
    const members = (await send('GET', `${path}${query}`)).data as Record<string, unknown>;
    delete members['id'];
    return members;
  };
  const simplified = (path: string) => stored(path, '?options=keyValues');

  describe('merges a fragment', () => {
    it.each<[string, object, object, object]>([
      ['adding and replacing', { a: 1, b: 2 }, { b: 3, c: 4 }, { a: 1, b: 3, c: 4 }],
      [
        'into the members of a value',
        { a: { x: 1, y: { z: 1, w: 2 } } },
        { a: { y: { z: 3 } } },
        { a: { x: 1, y: { z: 3, w: 2 } } },
      ],
      [
        'deleting members of a value',
        { a: { value: { x: 1, y: 2 } } },
        { a: { value: { y: NULL } } },
        { a: { x: 1 } },
      ],
      [
        'deleting attributes',
        { a: 1, b: 2, c: { object: 'urn:x:1' } },
        { a: NULL, c: { type: 'Relationship', object: NULL } },
        { b: 2 },
      ],
      ['replacing lists', { a: { valueList: [1, 2] } }, { a: { valueList: [3] } }, { a: [3] }],
      [
        'replacing geometries',
        { location: { type: 'Point', coordinates: [1, 2] } },
        {
          location: {
            type: 'LineString',
            coordinates: [
              [1, 2],
              [3, 4],
            ],
          },
        },
        {
          location: {
            type: 'LineString',
            coordinates: [
              [1, 2],
              [3, 4],
            ],
          },
        },
      ],
      [
        'into languages',
        { a: { languageMap: { en: 'x', vi: 'y' } } },
        { a: { languageMap: { vi: NULL, fr: 'z' } } },
        { a: { languageMap: { en: 'x', fr: 'z' } } },
      ],
      [
        'without its last language',
        { a: 1, b: { languageMap: { en: 'x' } } },
        { b: { languageMap: { en: NULL } } },
        { a: 1 },
      ],
      [
        'into what is not there, but for what is to be deleted',
        { a: 1 },
        { b: { value: { p: NULL, q: 1 }, of: { value: { p: NULL } } } },
        { a: 1, b: { q: 1 } },
      ],
      ['into another kind', { a: 1 }, { a: { object: 'urn:x:1' } }, { a: 'urn:x:1' }],
      [
        'into instances',
        {
          a: [
            { type: 'Property', value: 1 },
            { type: 'Property', value: 2, datasetId: 'urn:d:1' },
          ],
        },
        { a: { value: 3, datasetId: 'urn:d:1' } },
        { a: { dataset: { '@none': 1, 'urn:d:1': 3 } } },
      ],
      [
        'deleting instances',
        {
          a: [
            { type: 'Property', value: 1 },
            { type: 'Property', value: 2, datasetId: 'urn:d:1' },
          ],
        },
        { a: { value: NULL } },
        { a: { dataset: { 'urn:d:1': 2 } } },
      ],
      ['with a scope', { scope: '/a' }, { scope: ['/b', '/c'] }, { scope: ['/b', '/c'] }],
      ['without its scope', { scope: '/a', a: 1 }, { scope: NULL }, { a: 1 }],
    ])('%s', async (_what, before, fragment, after) => {
      const path = await created(before);
      expect(await send('PATCH', path, fragment)).toMatchObject({ status: 204, data: '' });
      expect(await simplified(path)).toEqual({ type: 'Thing', ...after });
    });

    it('keeping what it does not name, at every depth', async () => {
      const path = await created({ a: { value: 1, unitCode: 'CEL', by: { value: 'x', at: 5 }, of: 1 } });
      const fragment = {
        a: { observedAt: '2026-01-01T00:00:00Z', by: { type: 'Property', at: 6 }, of: NULL },
      };
      expect((await send('PATCH', path, { a: { type: 'Property', ...fragment.a } })).status).toBe(204);
      expect(await stored(path)).toEqual({
        type: 'Thing',
        a: {
          type: 'Property',
          value: 1,
          unitCode: 'CEL',
          observedAt: '2026-01-01T00:00:00Z',
          by: { type: 'Property', value: 'x', at: { type: 'Property', value: 6 } },
        },
      });
    });

    it('takes a simplified value that looks like an attribute for what it is', async () => {
      const path = await created({ a: 1 });
      const fragment = { a: { type: 'Foo', value: 3 } };
      expect((await send('PATCH', `${path}?options=keyValues`, fragment)).status).toBe(204);
      expect(await simplified(path)).toEqual({ type: 'Thing', ...fragment });
    });

    it('that is simplified, as the kind that the attributes are of', async () => {
      const path = await created({
        a: { object: 'urn:x:1' },
        b: { languageMap: { en: 'x' } },
        c: { value: 1, observedAt: '2026-01-01T00:00:00Z' },
      });
      const fragment = { a: 'urn:x:2', b: 'y', c: 2, d: 3 };
      const query = '?options=keyValues&lang=vi&observedAt=2026-02-01T00:00:00Z';
      expect((await send('PATCH', `${path}${query}`, fragment)).status).toBe(204);
      expect(await stored(path)).toEqual({
        type: 'Thing',
        a: { type: 'Relationship', object: 'urn:x:2' },
        b: { type: 'LanguageProperty', languageMap: { en: 'x', vi: 'y' } },
        c: { type: 'Property', value: 2, observedAt: '2026-02-01T00:00:00Z' },
        d: { type: 'Property', value: 3 },
      });
    });

    it.each<[object, RegExp]>([
      [{}, /changes nothing/],
      [{ id: 'urn:x:another' }, /id: is not that of the path/],
      [{ a: { type: 'Property', value: 1, by: null } }, /must not be null/],
      [{ b: { type: 'Property', unitCode: 'CEL' } }, /needs the member "value"/],
      [{ a: { value: 1, observedAt: 'x' } }, /observedAt/],
    ])('but refuses %j', async (fragment, detail) => {
      const path = await created({ a: 1 });
      expect(await send('PATCH', path, fragment)).toMatchObject(problem(400, 'BadRequestData', detail));
      expect(await simplified(path)).toEqual({ type: 'Thing', a: 1 });
    });
  });

  it('replaces an entity, keeping the time of its creation', async () => {
    const path = await created({ a: 1, scope: '/x' });
    const before = await stored(path, '?options=sysAttrs');
    expect((await send('PUT', path, { type: 'Other', b: 2 })).status).toBe(204);
    expect(await simplified(path)).toEqual({ type: 'Other', b: 2 });
    expect((await stored(path, '?options=sysAttrs'))['createdAt']).toBe(before['createdAt']);
    expect(await send('PUT', path, { b: 2 })).toMatchObject(problem(400, 'BadRequestData', /type/));
    expect(await send('PUT', '/entities/urn:x:none', { type: 'T' })).toMatchObject(
      problem(404, 'ResourceNotFound', /urn:x:none/),
    );
  });

  it('replaces one instance of an attribute', async () => {
    const path = await created({
      a: [
        { value: 1, datasetId: '@none' },
        { value: 2, datasetId: 'urn:d:1', by: 1 },
      ],
    });
    expect((await send('PUT', `${path}/attrs/a`, { value: 3, datasetId: 'urn:d:1' })).status).toBe(204);
    expect(await simplified(path)).toMatchObject({ a: { dataset: { '@none': 1, 'urn:d:1': 3 } } });
    const unknown = await send('PUT', `${path}/attrs/a`, { value: 3, datasetId: 'urn:d:2' });
    expect(unknown).toMatchObject(problem(404, 'ResourceNotFound', /urn:d:2/));
    expect((await send('PUT', `${path}/attrs/b`, { value: 3 })).status).toBe(404);
    expect((await send('PUT', `${path}/attrs/a`, {})).status).toBe(400);
  });

  it('updates attributes as a whole, and deletes those that are the NGSI-LD Null', async () => {
    const path = await created({ a: { value: 1, unitCode: 'CEL' }, b: 2 });
    expect((await send('PATCH', `${path}/attrs`, { a: { value: 3 }, b: NULL, c: 4 })).status).toBe(204);
    expect(await stored(path)).toEqual({
      type: 'Thing',
      a: { type: 'Property', value: 3 },
      c: { type: 'Property', value: 4 },
    });
  });

  it('changes members of an attribute, and deletes them', async () => {
    const path = await created({ a: { value: 1, unitCode: 'CEL', by: 2 } });
    expect((await send('PATCH', `${path}/attrs/a`, { value: 3, unitCode: NULL, by: NULL })).status).toBe(204);
    expect(await stored(path)).toEqual({ type: 'Thing', a: { type: 'Property', value: 3 } });
    const refused = await send('PATCH', `${path}/attrs/a`, { value: { b: NULL } });
    expect(refused).toMatchObject(problem(400, 'BadRequestData', /deletes/));
    expect((await send('PATCH', `${path}/attrs/a`, { datasetId: NULL })).status).toBe(400);
    expect((await send('PATCH', `${path}/attrs/scope`, { value: '/x' })).status).toBe(400);
    expect((await send('PATCH', `${path}/attrs/a`, { type: 'Property', value: NULL })).status).toBe(204);
    expect(await stored(path)).toEqual({ type: 'Thing' });
  });

  it('adds scopes, or replaces them', async () => {
    const path = await created({ scope: '/a' });
    expect((await send('POST', `${path}/attrs?options=noOverwrite`, { scope: '/b' })).status).toBe(204);
    expect(await stored(path)).toEqual({ type: 'Thing', scope: ['/a', '/b'] });
    expect((await send('POST', `${path}/attrs`, { scope: '/c' })).status).toBe(204);
    expect(await stored(path)).toEqual({ type: 'Thing', scope: '/c' });
    expect((await send('DELETE', `${path}/attrs/scope`)).status).toBe(204);
    expect(await stored(path)).toEqual({ type: 'Thing' });
    expect((await send('DELETE', `${path}/attrs/scope`)).status).toBe(404);
  });

  it('sets a scope among attributes only where there is one', async () => {
    const path = await created({ a: 1 });
    expect(await send('PATCH', `${path}/attrs`, { a: 2, scope: '/a' })).toMatchObject({
      status: 207,
      data: {
        updated: ['https://uri.etsi.org/ngsi-ld/default-context/a'],
        notUpdated: [{ attributeName: 'https://uri.etsi.org/ngsi-ld/scope' }],
      },
    });
    expect(await simplified(path)).toEqual({ type: 'Thing', a: 2 });
    await send('POST', `${path}/attrs`, { scope: '/a' });
    expect((await send('PATCH', `${path}/attrs`, { scope: '/b' })).status).toBe(204);
    expect(await simplified(path)).toEqual({ type: 'Thing', a: 2, scope: '/b' });
  });

  it.each([
    ['GET', '', undefined],
    ['PUT', '', { type: 'Thing' }],
    ['PATCH', '', { a: 2 }],
    ['POST', '/attrs', { a: 2 }],
    ['PATCH', '/attrs', { a: 2 }],
    ['PATCH', '/attrs/a', { value: 2 }],
    ['PUT', '/attrs/a', { value: 2 }],
    ['DELETE', '/attrs/a', undefined],
    ['DELETE', '', undefined],
  ])('%s %s concerns only entities of the type that is asked for', async (method, rest, body) => {
    const path = await created({ a: 1 });
    const other = await send(method, `${path}${rest}?type=Other`, body);
    expect(other).toMatchObject(problem(404, 'ResourceNotFound', /type/));
    expect(await simplified(path)).toEqual({ type: 'Thing', a: 1 });
    expect((await send(method, `${path}${rest}?type=Other,Thing`, body)).status).toBeLessThan(300);
  });

  it('tells when sub-attributes were made and changed', async () => {
    const path = await created({ a: { value: 1, by: 2 } });
    await send('PATCH', `${path}/attrs/a`, { of: { type: 'Property', value: 3 } });
    const { a } = (await stored(path, '?options=sysAttrs')) as unknown as {
      a: Timed & { by: Timed; of: Timed };
    };
    expect(a.by).toMatchObject({ createdAt: a.createdAt, modifiedAt: a.createdAt });
    expect(a.of).toMatchObject({ createdAt: a.modifiedAt, modifiedAt: a.modifiedAt });
    expect(a.modifiedAt > a.createdAt).toBe(true);
  });

  it('merges many, each by itself', async () => {
    const path = await created({ a: 1, b: { value: { x: 1 } } });
    const id = path.slice('/entities/'.length);
    const merged = await send('POST', '/entityOperations/merge', [{ id, a: NULL, b: { y: 2 } }]);
    expect(merged).toMatchObject({ status: 204, data: '' });
    expect(await simplified(path)).toEqual({ type: 'Thing', b: { x: 1, y: 2 } });
    const some = await send('POST', '/entityOperations/merge', [
      { id: 'urn:x:none', a: 1 },
      { id, c: 1 },
    ]);
    expect(some).toMatchObject({
      status: 207,
      data: { success: [id], errors: [{ entityId: 'urn:x:none', error: { status: 404 } }] },
    });
    const withNull = await send('POST', '/entityOperations/merge', [{ id, d: 1 }, null]);
    expect(withNull).toMatchObject(problem(400, 'BadRequestData', /null/));
    expect(await simplified(path)).not.toHaveProperty('d');
  });
});
