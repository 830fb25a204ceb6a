import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { PRIORITIES, STATUSES } from '../../src/citizen-reports/citizen-report';
import { loadTaxonomy } from '../../src/classification/taxonomy/load-taxonomy';
import { runImport } from './run-import';
import { type RunningService, startService, temporaryDirectory } from '../support/service';

interface Page {
  meta: { total: number };
}

/** What `npm run seed` passes to the importer; files are named from the root of the project. */
function seedArguments(): string[] {
  const root = join(__dirname, '../..');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { seed: string };
  };
  const [, ...args] = scripts.seed.slice(scripts.seed.indexOf('import.js')).split(' ');
  return args.map((arg) => (arg.startsWith('sample/') ? join(root, arg) : arg));
}

describe('npm run seed', () => {
  const directory = temporaryDirectory();
  const variables = { NODE_ENV: 'test', DATA_DIR: directory.path };
  let service: RunningService;

  beforeAll(async () => {
    for (const rows of [
      / (40|25) created, 0 updated, 0 existing, 0 bad/g,
      / 0 created, 0 updated, (40|25) existing/g,
    ]) {
      const { code, out, err } = await runImport(seedArguments(), variables);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out.match(rows)).toHaveLength(2);
    }
    service = await startService(variables);
  });

  afterAll(async () => {
    await service.stop();
    directory.remove();
  });

  const total = async (query: string) =>
    (await axios.get<Page>(`${service.url}/api/v1/citizen-reports?${query}`)).data.meta.total;

  it.each([
    ...STATUSES.map((status) => `status=${status}`),
    ...loadTaxonomy().keys.map((category) => `category=${category}`),
    ...PRIORITIES.map((priority) => `priority=${priority}`),
    'near=106.7009,10.7756&radius=500',
    'created_after=2026-11-20T00:00:00Z',
    `q=${encodeURIComponent('đèn đường')}`,
    'q=pothole',
  ])('has reports with %s', async (query) => {
    expect(await total(query)).toBeGreaterThan(0);
  });

  it('has schools, hospitals and other points of interest beside them', async () => {
    const { data } = await axios.get<{ category: { value: string[] } }[]>(
      `${service.url}/ngsi-ld/v1/entities?type=PointOfInterest&limit=100`,
    );
    expect(data).toHaveLength(25);
    const kinds = data.flatMap(({ category }) => category.value);
    for (const kind of ['school', 'hospital', 'clinic', 'kindergarten', 'market', 'bus_station', 'park']) {
      expect(kinds).toContain(kind);
    }
  });
});
