import axios from 'axios';
import { expectDocumented } from '../support/openapi';
import { SearchableService } from './searchable-service';

describe('vector search', () => {
  let city: SearchableService;
  let lamp: string;
  let dump: string;
  let pothole: string;
  beforeAll(async () => {
    city = await SearchableService.start();
    lamp = await city.report({
      title: 'Đèn đường hỏng',
      description: 'Đèn đường trước trường học hỏng, gọi 0901234567',
      category: 'streetlight',
      reportedBy: 'Nguyễn Thị Mai',
    });
    dump = await city.report({
      description: 'Garbage beside the river, write to mai@city.example',
      category: 'waste',
    });
    pothole = await city.report({
      description: 'A deep hole in Main Street KX-4471',
      category: 'road_damage',
    });
    await city.indexed();
  });
  afterAll(() => city.stop());

  it('finds reports by what they mean, in other words', async () => {
    const answer = await city.search({ query: 'broken lamp' });
    expectDocumented('search', answer);
    expect(answer).toMatchObject({ status: 200, data: { query: 'broken lamp' } });
    expect(answer.data.results[0]).toMatchObject({
      id: lamp,
      type: 'CitizenReport',
      title: 'Đèn đường hỏng',
      metadata: { category: 'streetlight', status: 'pending' },
    });
    expect((await city.found('trash'))[0]).toBe(dump);
  });

  it('finds them by their words, with and without diacritics', async () => {
    expect((await city.found('KX-4471'))[0]).toBe(pothole);
    expect((await city.found('ĐÈN ĐƯỜNG trường học'))[0]).toBe(lamp);
    expect((await city.found('truong hoc'))[0]).toBe(lamp);
  });

  it('tells nobody who reported or how to reach them, and no server either', async () => {
    const { data } = await city.search({ query: 'đèn đường garbage Nguyễn Thị Mai', top_k: 100 });
    const everything = JSON.stringify([
      data.results,
      city.embeddings.requests.filter(({ input }) => Array.isArray(input) && input.length > 1),
      city.embeddings.texts.filter((text) => !text.includes('Mai')),
    ]);
    expect(everything).not.toMatch(/0901234567|mai@city\.example|Thị Mai/);
    expect(everything).toMatch(/\[phone\].*\[e-mail\]/s);
  });

  it('gives scores from 0 to 1, best first, and none below the least asked for', async () => {
    const all = (await city.search({ query: 'đèn đường hỏng trường học', top_k: 100 })).data.results;
    const scores = all.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
    expect(scores[0]).toBeGreaterThan(0.6);
    const least = ((scores[0] ?? 0) + (scores[1] ?? 0)) / 2;
    expect(await city.found('đèn đường hỏng trường học', { min_score: least })).toEqual([lamp]);
    expect(await city.found('zebra', { min_score: 0.5 })).toEqual([]);
  });

  it('filters before it counts', async () => {
    expect(await city.found('broken lamp', { filters: { category: 'waste' }, top_k: 1 })).toEqual([dump]);
    expect(await city.found('lamp', { filters: { category: 'waste', status: 'closed' } })).toEqual([]);
    expect(await city.found('lamp', { filters: { type: 'Document' } })).toEqual([]);
    expect(await city.found('lamp', { filters: { category: "' OR 1=1 --" } })).toEqual([]);
    expect(await city.found('lamp', { top_k: 2 })).toHaveLength(2);
  });

  it('follows changes and deletions, and embeds nothing again whose text is the same', async () => {
    const id = await city.report({ description: 'A lantern for a while', category: 'streetlight' });
    await city.indexed();
    const embedded = city.embeddings.texts.length;
    await axios.patch(`${city.service.url}/api/v1/citizen-reports/${id}`, { status: 'in_progress' });
    await city.indexed();
    expect(city.embeddings.texts).toHaveLength(embedded);
    expect(await city.found('lantern', { filters: { status: 'in_progress' } })).toEqual([id]);

    await axios.delete(`${city.service.url}/api/v1/citizen-reports/${id}`);
    await city.indexed();
    expect(await city.found('lantern', { top_k: 100 })).not.toContain(id);
  });

  it.each([
    ['operators', 'NEAR("a" "b", 2) AND * OR -x ^y title:z'],
    ['SQL', "'; DROP TABLE search_pieces; --"],
    ['quotes', '"""((('],
    ['placeholders', '% _ \\ $1 ?1 :a @b'],
    ['pictures', '🚦💡'],
    ['one long word', 'a'.repeat(1000)],
    ['very many words', Array.from({ length: 250 }, (_, i) => `w${i % 90}`).join(' ')],
  ])('takes %s for words', async (_what, query) => {
    const answer = await city.search({ query });
    expectDocumented('search', answer);
    expect(answer.status).toBe(200);
    expect(await city.found('KX-4471')).toContain(pothole);
  });

  it.each([
    ['no query', {}, 'query'],
    ['an empty query', { query: '' }, 'query'],
    ['a blank query', { query: ' \n' }, 'query'],
    ['a query of 1001 characters', { query: 'x'.repeat(1001) }, 'query'],
    ['a query with NUL', { query: 'a\u0000' }, 'query'],
    ['a query with half a surrogate pair', { query: 'a\ud800' }, 'query'],
    ['a query that is a list', { query: ['a'] }, 'query'],
    ['top_k of 0', { query: 'a', top_k: 0 }, 'top_k'],
    ['top_k of 101', { query: 'a', top_k: 101 }, 'top_k'],
    ['top_k of 1.5', { query: 'a', top_k: 1.5 }, 'top_k'],
    ['top_k in a string', { query: 'a', top_k: '5' }, 'top_k'],
    ['top_k of null', { query: 'a', top_k: null }, 'top_k'],
    ['min_score below 0', { query: 'a', min_score: -0.1 }, 'min_score'],
    ['min_score above 1', { query: 'a', min_score: 1.1 }, 'min_score'],
    ['filters in a list', { query: 'a', filters: [] }, 'filters'],
    ['an unknown type', { query: 'a', filters: { type: 'Bench' } }, 'filters.type'],
    ['a category that is an object', { query: 'a', filters: { category: { in: [] } } }, 'filters.category'],
    ['an unknown filter', { query: 'a', filters: { reportedBy: 'Mai' } }, 'filters.reportedBy'],
    ['an unknown field', { query: 'a', limit: 1 }, 'limit'],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await city.search(body);
    expectDocumented('search', answer);
    expect(answer).toMatchObject({
      status: 422,
      data: { error_type: 'ValidationError', errors: [{ loc: ['body', ...field.split('.')] }] },
    });
  });
});
