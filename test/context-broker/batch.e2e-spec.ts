import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';

describe('batches', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
  });
  afterAll(() => service.stop());

  const things = (name: string, count: number, more: object = { a: 1 }) =>
    Array.from({ length: count }, (_, at) => ({ id: `urn:${name}:${at}`, type: 'Thing', ...more }));
  const idsOf = (entities: { id: string }[]) => entities.map(({ id }) => id);
  const stored = async (id: string) => (await send('GET', `/entities/${id}?options=keyValues`)).data;

  it('create', async () => {
    const entities = things('create', 300);
    expect(await send('POST', '/entityOperations/create', entities)).toMatchObject({
      status: 201,
      data: idsOf(entities),
    });
    const again = await send('POST', '/entityOperations/create/', [
      ...entities.slice(0, 1),
      ...things('more', 1),
    ]);
    expect(again).toMatchObject({
      status: 207,
      data: {
        success: ['urn:more:0'],
        errors: [{ entityId: 'urn:create:0', error: { status: 409, title: 'Already exists' } }],
      },
    });
  });

  it('upsert, replacing or updating', async () => {
    await send('POST', '/entityOperations/create', things('upsert', 2));
    const replaced = await send('POST', '/entityOperations/upsert', things('upsert', 3, { b: 2 }));
    expect(replaced).toMatchObject({ status: 201, data: ['urn:upsert:2'] });
    expect(await stored('urn:upsert:0')).toEqual({ id: 'urn:upsert:0', type: 'Thing', b: 2 });
    const updated = await send(
      'POST',
      '/entityOperations/upsert?options=update',
      things('upsert', 3, { c: 3 }),
    );
    expect(updated).toMatchObject({ status: 204, data: '' });
    expect(await stored('urn:upsert:0')).toEqual({ id: 'urn:upsert:0', type: 'Thing', b: 2, c: 3 });
  });

  it('update, with and without overwriting', async () => {
    await send('POST', '/entityOperations/create', things('update', 1));
    expect((await send('POST', '/entityOperations/update', things('update', 1, { a: 2 }))).status).toBe(204);
    const kept = things('update', 1, { a: 3, b: 3 });
    expect(await send('POST', '/entityOperations/update?options=noOverwrite', kept)).toMatchObject({
      status: 207,
      data: { success: [], errors: [{ entityId: 'urn:update:0', error: { status: 409 } }] },
    });
    const added = things('update', 1, { c: 3 });
    expect((await send('POST', '/entityOperations/update?options=noOverwrite', added)).status).toBe(204);
    expect(await stored('urn:update:0')).toEqual({ id: 'urn:update:0', type: 'Thing', a: 2, b: 3, c: 3 });
    const unknown = await send('POST', '/entityOperations/update', things('unknown', 1));
    expect(unknown).toMatchObject({
      status: 207,
      data: { success: [], errors: [{ entityId: 'urn:unknown:0' }] },
    });
  });

  it('delete', async () => {
    const entities = things('delete', 5);
    await send('POST', '/entityOperations/create', entities);
    expect((await send('POST', '/entityOperations/delete', idsOf(entities).slice(1))).status).toBe(204);
    const some = await send('POST', '/entityOperations/delete', idsOf(entities).slice(0, 2));
    expect(some).toMatchObject({
      status: 207,
      data: { success: ['urn:delete:0'], errors: [{ entityId: 'urn:delete:1', error: { status: 404 } }] },
    });
  });

  it('report each bad entity and write the others', async () => {
    const bad = [{ id: 'x', type: 'T' }, 5, { id: 'urn:bad:1', type: 'T', a: null }, { id: 'urn:bad:2' }];
    const answer = await send('POST', '/entityOperations/upsert', [...bad, ...things('good', 1)]);
    expect(answer).toMatchObject({ status: 207, data: { success: ['urn:good:0'] } });
    expect(answer.data['errors']).toHaveLength(4);
  });

  it.each([
    ['an object', {}, /array/],
    ['nothing', [], /1 to 1000/],
    ['too many', Array(1001).fill('urn:x:1'), /1 to 1000/],
  ])('refuse %s', async (_what, body, detail) => {
    expect(await send('POST', '/entityOperations/delete', body)).toMatchObject(
      problem(400, 'BadRequestData', detail),
    );
  });
});
