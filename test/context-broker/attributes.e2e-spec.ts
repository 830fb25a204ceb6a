import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';

const property = (value: unknown) => ({ type: 'Property', value });

describe('attributes', () => {
  let service: RunningService;
  let send: BrokerClient;
  let path: string;
  let entities = 0;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    const id = `urn:ngsi-ld:Thing:${++entities}`;
    path = `/entities/${id}`;
    await send('POST', '/entities', { id, type: 'Thing', a: 1, b: { object: 'urn:x:1' } });
  });

  const stored = async () => (await send('GET', path)).data;

  it('are added and replaced by POST', async () => {
    expect((await send('POST', `${path}/attrs/`, { a: 2, c: 3 })).status).toBe(204);
    expect(await stored()).toMatchObject({ a: property(2), c: property(3), b: { object: 'urn:x:1' } });
  });

  it('are left as they are by POST with noOverwrite', async () => {
    const answer = await send('POST', `${path}/attrs?options=noOverwrite`, { a: 2, c: 3 });
    expect(answer).toMatchObject({
      status: 207,
      data: {
        updated: ['https://uri.etsi.org/ngsi-ld/default-context/c'],
        notUpdated: [
          {
            attributeName: 'https://uri.etsi.org/ngsi-ld/default-context/a',
            reason: expect.any(String) as string,
          },
        ],
      },
    });
    expect(await stored()).toMatchObject({ a: property(1), c: property(3) });
    expect((await send('POST', `${path}/attrs?options=noOverwrite`, { d: 3 })).status).toBe(204);
  });

  it('are replaced and added by PATCH', async () => {
    expect((await send('PATCH', `${path}/attrs`, { a: 2, c: 3 })).status).toBe(204);
    expect(await stored()).toMatchObject({ a: property(2), c: property(3) });
    const merge = { 'Content-Type': 'application/merge-patch+json' };
    expect((await send('PATCH', `${path}/attrs`, { a: 4, type: 'Other' }, merge)).status).toBe(204);
    expect(await stored()).toMatchObject({ a: property(4), type: ['Thing', 'Other'] });
  });

  it('are changed one by one', async () => {
    expect((await send('PATCH', `${path}/attrs/a`, { value: 5, unitCode: 'CEL' })).status).toBe(204);
    expect((await send('PATCH', `${path}/attrs/a`, { observedAt: '2026-01-01T00:00:00Z' })).status).toBe(204);
    expect((await stored())['a']).toEqual({
      ...property(5),
      unitCode: 'CEL',
      observedAt: '2026-01-01T00:00:00Z',
    });
  });

  it('are deleted', async () => {
    expect((await send('DELETE', `${path}/attrs/a`)).status).toBe(204);
    expect(await stored()).not.toHaveProperty('a');
    expect(await send('DELETE', `${path}/attrs/a`)).toMatchObject(
      problem(404, 'ResourceNotFound', /attribute a/),
    );
  });

  it('have instances by datasetId', async () => {
    await send('POST', `${path}/attrs`, { a: { value: 7, datasetId: 'urn:d:1' } });
    expect((await stored())['a']).toEqual([property(1), { ...property(7), datasetId: 'urn:d:1' }]);
    expect((await send('PATCH', `${path}/attrs/a`, { value: 8, datasetId: 'urn:d:1' })).status).toBe(204);
    expect((await send('DELETE', `${path}/attrs/a`)).status).toBe(204);
    expect((await stored())['a']).toEqual({ ...property(8), datasetId: 'urn:d:1' });
    expect(await send('DELETE', `${path}/attrs/a`)).toMatchObject(
      problem(404, 'ResourceNotFound', /attribute a/),
    );
    expect((await send('DELETE', `${path}/attrs/a?datasetId=urn:d:1`)).status).toBe(204);
    await send('POST', `${path}/attrs`, {
      a: [
        { type: 'Property', value: 1 },
        { type: 'Property', value: 2, datasetId: 'urn:d:1' },
      ],
    });
    expect((await send('DELETE', `${path}/attrs/a?deleteAll=true`)).status).toBe(204);
    expect(await stored()).not.toHaveProperty('a');
  });

  it.each([
    ['POST', '/attrs', {}, 400, 'BadRequestData', /an attribute is needed/],
    ['PATCH', '/attrs', { a: null }, 400, 'BadRequestData', /a: must not be null/],
    ['PATCH', '/attrs', [1], 400, 'BadRequestData', /JSON object/],
    ['PATCH', '/attrs/a', {}, 400, 'BadRequestData', /changes nothing/],
    [
      'PATCH',
      '/attrs/a',
      { type: 'Relationship', object: 'urn:x:1' },
      400,
      'BadRequestData',
      /cannot become/,
    ],
    ['PATCH', '/attrs/a', { value: null }, 400, 'BadRequestData', /a.value: must not be null/],
    ['PATCH', '/attrs/b', { object: 'no uri' }, 400, 'BadRequestData', /must be a URI/],
    ['PATCH', '/attrs/nothing', { value: 1 }, 404, 'ResourceNotFound', /attribute nothing/],
    ['PATCH', '/attrs/constructor', { value: 1 }, 404, 'ResourceNotFound', /attribute constructor/],
    ['DELETE', '/attrs/x%22y', undefined, 400, 'BadRequestData', /no valid name/],
    ['POST', '/attrs?options=x', { a: 1 }, 400, 'BadRequestData', /noOverwrite/],
  ])('refuse %s %s of %j', async (method, below, body, status, type, detail) => {
    const before = await stored();
    expect(await send(method, path + below, body)).toMatchObject(problem(status, type, detail));
    expect(await stored()).toEqual(before);
  });

  it.each(['POST', 'PATCH'])('of an unknown entity are 404 for %s', async (method) => {
    expect(await send(method, '/entities/urn:x:unknown/attrs', { a: 1 })).toMatchObject(
      problem(404, 'ResourceNotFound', /urn:x:unknown/),
    );
  });

  it('never get lost when different ones are changed at the same time', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `n${at}`);
    await Promise.all(names.map((name, at) => send('PATCH', `${path}/attrs`, { [name]: at })));
    expect(await stored()).toMatchObject(Object.fromEntries(names.map((name, at) => [name, property(at)])));
  });
});
