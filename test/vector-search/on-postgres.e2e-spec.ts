import axios from 'axios';
import { DATABASES, type TestDatabase } from '../support/databases';
import { SearchableService } from './searchable-service';

const [, open] = DATABASES.find(([name]) => name.startsWith('PostgreSQL')) ?? [];

describe('search with everything in PostgreSQL', () => {
  let database: TestDatabase;
  let city: SearchableService;
  beforeAll(async () => {
    if (open === undefined) throw new Error('there is no PostgreSQL');
    database = await open();
    city = await SearchableService.start({ DATABASE_URL: String(database.settings.DATABASE_URL) });
  });
  afterAll(async () => {
    await city.stop();
    await database.remove();
  });

  it('finds reports by meaning and by words, with filters, until they are deleted', async () => {
    const lamp = await city.report({ title: 'Đèn đường', description: 'Hỏng rồi', category: 'streetlight' });
    const hole = await city.report({ description: "A pit, KX-4471, it's deep", category: 'road_damage' });
    await city.indexed();
    expect((await city.found('broken lantern'))[0]).toBe(lamp);
    expect((await city.found('den duong'))[0]).toBe(lamp);
    expect((await city.found("KX-4471 & | ! <-> :* '"))[0]).toBe(hole);
    expect(await city.found('lamp', { filters: { category: 'road_damage' } })).toEqual([hole]);

    await axios.patch(`${city.service.url}/api/v1/citizen-reports/${hole}`, { status: 'in_progress' });
    await city.indexed();
    expect(await city.found('lamp', { filters: { status: 'in_progress', type: 'CitizenReport' } })).toEqual([
      hole,
    ]);

    await axios.delete(`${city.service.url}/api/v1/citizen-reports/${hole}`);
    await city.indexed();
    expect(await city.found('KX-4471 pit')).toEqual([lamp]);
  });

  it('tells operators so', async () => {
    const { data } = await axios.get<{ services: object }>(`${city.service.url}/admin/health`);
    expect(data.services).toMatchObject({
      vector_search: { status: 'up', kind: 'pgvector', model: 'hashed', pending: 0, failed: 0 },
    });
  });
});
