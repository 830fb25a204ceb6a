import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { SHIPPED_TAXONOMY } from '../../src/classification/taxonomy/load-taxonomy';
import type { CategoryDefinition, TaxonomyFile } from '../../src/classification/taxonomy/taxonomy-file';
import { expectDocumented } from '../support/openapi';
import { startService, temporaryDirectory } from '../support/service';

const SHIPPED = JSON.parse(readFileSync(SHIPPED_TAXONOMY, 'utf8')) as TaxonomyFile;

const listedAs = ({ key, names, descriptions, basePriority, targetDays }: CategoryDefinition) => ({
  key,
  names,
  descriptions,
  base_priority: basePriority,
  target_days: targetDays,
});

/** What a service with these settings answers to somebody who has not logged in. */
async function categories(variables: Record<string, string> = {}) {
  const service = await startService({ AUTH_ENABLED: 'true', ...variables });
  try {
    const answer = await axios.get<{ categories: object[] }>(`${service.url}/api/v1/categories`);
    expectDocumented('listCategories', answer);
    return answer.data;
  } finally {
    await service.stop();
  }
}

describe('GET /api/v1/categories', () => {
  it('lists the categories that the service comes with, and their names', async () => {
    const data = await categories();
    expect(data).toMatchObject({ languages: SHIPPED.languages });
    expect(data.categories).toEqual(SHIPPED.categories.map(listedAs));
  });

  it("lists a city's own", async () => {
    const directory = temporaryDirectory();
    const file = join(directory.path, 'taxonomy.json');
    const own = SHIPPED.categories.toReversed().map((category) => ({ ...category, targetDays: 99 }));
    writeFileSync(file, JSON.stringify({ ...SHIPPED, categories: own }));
    const { categories: listed } = await categories({ TAXONOMY_FILE: file });
    expect(listed).toEqual(own.map(listedAs));
    directory.remove();
  });
});
