import { clientWith } from '../support/accounts';
import { expectDocumented } from '../support/openapi';
import { type RunningService, startService } from '../support/service';

interface Item {
  id: string;
  name: string;
}

interface ItemPage {
  items: Item[];
  total: number;
  skip: number;
  limit: number;
}

describe('items', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const post = (body: unknown) =>
    clientWith(service).post<Item>('/api/v1/items', body, {
      headers: { 'Content-Type': 'application/json' },
    });
  const list = (query = '') => clientWith(service).get<ItemPage>(`/api/v1/items${query}`);

  it('are stored and read again', async () => {
    const item = { name: 'LED street light', description: 'for 8 m poles', price: 149.5, tax: 14.95 };
    const created = await post(item);
    expectDocumented('createItem', created);
    expect({ status: created.status, data: created.data }).toEqual({
      status: 201,
      data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, ...item },
    });
    expect(created.headers.location).toBe(`/api/v1/items/${created.data.id}`);

    const read = await clientWith(service).get<Item>(String(created.headers.location));
    expectDocumented('getItem', read);
    expect({ status: read.status, data: read.data }).toEqual({ status: 200, data: created.data });
  });

  it('need no description and no tax, and may be free', async () => {
    const created = await post({ name: 'x', price: 0 });
    expectDocumented('createItem', created);
    expect(created.data).toEqual({ id: created.data.id, name: 'x', description: null, price: 0, tax: null });

    const { data: rest } = await post({ name: 'x', description: null, price: 0, tax: null });
    expect(rest).toEqual({ ...created.data, id: rest.id });
  });

  it('are listed in a stable order with a true total', async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.push((await post({ name: `item ${i}`, price: i })).data.id);
    const all = await list();
    expectDocumented('listItems', all);
    expect(all.data).toMatchObject({ total: all.data.items.length, skip: 0, limit: 100 });
    expect(all.data.items.slice(-5).map(({ id }) => id)).toEqual(made);

    const { total } = all.data;
    const last = await list(`?skip=${total - 2}&limit=1000`);
    expect(last.data).toMatchObject({ total, skip: total - 2, limit: 1000 });
    expect(last.data.items.map(({ id }) => id)).toEqual(made.slice(-2));
    expect((await list(`?skip=${total}&limit=1`)).data).toEqual({ items: [], total, skip: total, limit: 1 });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['limit=1e2', 'limit'],
    ['skip=-1', 'skip'],
    ['skip=0.5', 'skip'],
    ['skip=1000000001', 'skip'],
    ['offset=1', 'offset'],
  ])('are not listed by ?%s', async (query, parameter) => {
    const answer = await list(`?${query}`);
    expectDocumented('listItems', answer);
    expect(answer).toMatchObject({ status: 422, data: { errors: [{ loc: ['query', parameter] }] } });
  });

  it.each([
    ['no name', { price: 1 }, 'name'],
    ['an empty name', { name: '', price: 1 }, 'name'],
    ['a blank name', { name: ' \u200b', price: 1 }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201), price: 1 }, 'name'],
    ['a name with NUL', { name: 'a\u0000b', price: 1 }, 'name'],
    ['a name that is a number', { name: 1, price: 1 }, 'name'],
    ['no price', { name: 'x' }, 'price'],
    ['a negative price', { name: 'x', price: -0.01 }, 'price'],
    ['a price in a string', { name: 'x', price: '1' }, 'price'],
    ['a price of null', { name: 'x', price: null }, 'price'],
    ['a negative tax', { name: 'x', price: 1, tax: -1 }, 'tax'],
    ['a tax of true', { name: 'x', price: 1, tax: true }, 'tax'],
    [
      'a description of 4001 characters',
      { name: 'x', price: 1, description: 'x'.repeat(4001) },
      'description',
    ],
    ['an id', { id: '1', name: 'x', price: 1 }, 'id'],
    ['an unknown field', { name: 'x', price: 1, colour: 'red' }, 'colour'],
  ])('are not stored with %s', async (_what, body, field) => {
    const { total } = (await list()).data;
    const answer = await post(body);
    expectDocumented('createItem', answer);
    expect(answer).toMatchObject({
      status: 422,
      data: { error_type: 'ValidationError', errors: [{ loc: ['body', field] }] },
    });
    expect((await list()).data.total).toBe(total);
  });

  it('are not stored with a price that no number holds', async () => {
    expect(await post('{"name":"x","price":1e999}')).toMatchObject({
      status: 400,
      data: { error_type: 'InvalidRequest' },
    });
  });

  it.each(['1', '019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55', "'%20or%201=1", '%00', '..%2f..'])(
    'are not found by %s',
    async (id) => {
      const answer = await clientWith(service).get(`/api/v1/items/${id}`);
      expectDocumented('getItem', answer);
      const detail = 'there is no item of this id';
      expect(answer).toMatchObject({ status: 404, data: { error_type: 'NotFound', detail } });
    },
  );

  it.each(['put', 'patch', 'delete'] as const)('cannot be changed by %s', async (method) => {
    const { data } = await post({ name: 'x', price: 1 });
    const { status } = await clientWith(service).request({ method, url: `/api/v1/items/${data.id}` });
    expect(status).toBe(404);
  });
});
