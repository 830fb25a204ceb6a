import { property } from '../../src/ngsi-ld/entity';
import { NgsiLdBrokerService } from '../../src/ngsi-ld/ngsi-ld-broker.service';
import { type RunningService, startService } from '../support/service';
import { CITY, NEWEST_FIRST } from './city';
import { type Page, ReportsClient } from './reports-client';

const nameOf = ({ id }: { id: string }) => id.replace('urn:ngsi-ld:CitizenReport:', '');
const names = ({ data }: Page) => data.map(nameOf);

describe('GET /api/v1/citizen-reports', () => {
  let service: RunningService;
  let reports: ReportsClient;
  beforeAll(async () => {
    service = await startService();
    reports = new ReportsClient(service.url);
    const school = {
      id: 'urn:ngsi-ld:PointOfInterest:1',
      type: 'PointOfInterest',
      title: property('Đèn đường'),
    };
    const { failed } = await service.app.get(NgsiLdBrokerService).writeEntities([...CITY, school], 'create');
    expect(failed).toEqual([]);
  });
  afterAll(() => service.stop());

  const find = async (parameters: Parameters<ReportsClient['list']>[0]) =>
    names((await reports.list(parameters)).data);

  it('answers with the newest reports as plain values', async () => {
    const { status, data } = await reports.list();
    expect(status).toBe(200);
    expect(names(data)).toEqual(NEWEST_FIRST);
    expect(data.meta).toEqual({ total: 10, limit: 100, offset: 0, page: 1, pages: 1 });
    expect(data.data.at(-1)).toEqual({
      id: 'urn:ngsi-ld:CitizenReport:light',
      type: 'CitizenReport',
      title: 'Đèn đường hỏng',
      description: 'Đèn trước cổng trường không sáng ba hôm nay.',
      address: '12 Nguyễn Huệ, Quận 1',
      category: 'streetlight',
      priority: 'high',
      status: 'pending',
      reportedBy: 'Nguyễn Thị Mai',
      location: { type: 'Point', coordinates: [106.7009, 10.7756] },
      dateCreated: '2026-11-01T12:00:00.000Z',
      dateModified: '2026-11-01T12:00:00.000Z',
    });
  });

  it('answers with normalized entities on options=normalized', async () => {
    const { data } = await reports.list({ options: 'normalized', category: 'streetlight' });
    const [entity] = CITY;
    expect(data.data).toEqual([
      { ...entity, '@context': 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context.jsonld' },
    ]);
  });

  it('answers with a GeoJSON FeatureCollection when asked to', async () => {
    const { data, headers } = await reports.list<{ type: string; features: object[]; meta: object }>(
      { category: 'noise' },
      'application/geo+json',
    );
    expect(headers['content-type']).toMatch(/^application\/geo\+json/);
    expect(data).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          id: 'urn:ngsi-ld:CitizenReport:noise',
          geometry: { type: 'Point', coordinates: [106.72, 10.74] },
          properties: {
            type: 'CitizenReport',
            title: "O'Brien's karaoke | 2 a.m.",
            category: 'noise',
            status: 'rejected',
            dateCreated: '2026-11-06T12:00:00.000Z',
            dateModified: '2026-11-06T12:00:00.000Z',
          },
        },
      ],
      meta: { total: 1, limit: 100, offset: 0, page: 1, pages: 1 },
    });
  });

  describe('pages', () => {
    it.each([
      [{ limit: 3 }, [0, 3], { total: 10, limit: 3, offset: 0, page: 1, pages: 4 }],
      [{ limit: 3, offset: 4 }, [4, 7], { total: 10, limit: 3, offset: 4, page: 2, pages: 4 }],
      [{ limit: 3, page: 1 }, [0, 3], { total: 10, limit: 3, offset: 0, page: 1, pages: 4 }],
      [{ limit: 3, page: 4 }, [9, 10], { total: 10, limit: 3, offset: 9, page: 4, pages: 4 }],
      [{ limit: 1000 }, [0, 10], { total: 10, limit: 1000, offset: 0, page: 1, pages: 1 }],
      [{ limit: 3, offset: 10 }, [10, 10], { total: 10, limit: 3, offset: 10, page: 4, pages: 4 }],
      [
        { limit: 3, page: 1_000_000 },
        [10, 10],
        { total: 10, limit: 3, offset: 2_999_997, page: 1_000_000, pages: 4 },
      ],
    ])('with %j', async (parameters, [from, to], meta) => {
      const { data } = await reports.list(parameters);
      expect(names(data)).toEqual(NEWEST_FIRST.slice(from, to));
      expect(data.meta).toEqual(meta);
    });

    it('counts none where nothing matches', async () => {
      const { data } = await reports.list({ category: 'graffiti' });
      expect(data).toEqual({ data: [], meta: { total: 0, limit: 100, offset: 0, page: 1, pages: 0 } });
    });
  });

  describe('filters', () => {
    it.each([
      ['status=pending', ['fiji', 'wildcard', 'hostile', 'unsorted', 'light']],
      ['status=resolved,closed', ['flood', 'garbage']],
      ['priority=high,critical', ['pothole', 'light']],
      ['category=waste', ['garbage']],
      ['category=waste,noise,graffiti', ['noise', 'garbage']],
      ['category=streetlight&status=pending&priority=high', ['light']],
      ['category=streetlight&status=closed', []],
      ['type=CitizenReport&category=noise', ['noise']],
      [
        'assigned_to=%C4%90%E1%BB%99i%20c%E1%BA%A7u%20%C4%91%C6%B0%E1%BB%9Dng%2C%20Qu%E1%BA%ADn%201',
        ['pothole'],
      ],
      ['reported_by=Daniel%20Reed', ['pothole']],
      ['reported_by=daniel%20reed', []],
      ['needs_review=true', ['pothole']],
      ['needs_review=false', ['flood']],
      ['needs_review=true&status=closed', []],
    ])('%s', async (query, expected) => expect(await find(query)).toEqual(expected));

    it.each([
      [{ created_after: '2026-11-09' }, ['fiji', 'wildcard']],
      [{ created_after: '2026-11-10T12:00:00Z' }, ['fiji']],
      [{ created_after: '2026-11-10T12:00:00.001Z' }, []],
      [{ created_before: '2026-11-02' }, ['pothole', 'light']],
      [{ created_before: '2026-11-01T12:00:00' }, ['light']],
      [{ created_before: '2026-11-01T11:59:59.999Z' }, []],
      [{ created_before: '2026-11-01T19:00:00+07:00' }, ['light']],
      [{ created_after: '2026-11-05', created_before: '2026-11-05' }, ['flood']],
      [{ created_after: '2026-11-05T12:00Z', created_before: '2026-11-05T12:00Z' }, ['flood']],
      [{ updated_after: '2026-11-10' }, ['fiji', 'pothole']],
      [{ updated_after: '2026-11-10T12:00:00.001Z' }, ['pothole']],
      [{ updated_after: '2026-11-10', sort_by: 'dateModified' }, ['pothole', 'fiji']],
      [{ updated_before: '2026-11-02T12:00:00' }, ['light']],
      [{ updated_after: '2026-11-05', updated_before: '2026-11-05', sort_by: 'status' }, ['flood']],
      [{ updated_after: '2026-11-10', created_before: '2026-11-03' }, ['pothole']],
    ])('%j', async (parameters, expected) => expect(await find(parameters)).toEqual(expected));

    it.each([
      ['light', ['tree']],
      ['đường', ['light']],
      ['ĐƯỜNG hỏng', ['light']],
      ['street light', ['tree']],
      ['bus water', ['pothole']],
      ['Lợi', ['pothole']],
      ['bus tree', []],
    ])('q=%s', async (q, expected) => expect(await find({ q })).toEqual(expected));

    it.each([
      [{ near: '106.7009,10.7756', radius: 100 }, ['unsorted', 'pothole', 'light']],
      [{ near: '106.7009,10.7756', radius: 1 }, ['light']],
      [{ near: '106.7009,10.7756' }, ['unsorted', 'garbage', 'pothole', 'light']],
      [{ near: '106.7009,10.7756', radius: 50_000, status: 'closed' }, ['flood']],
      [{ near: '-179.99,-17', radius: 50_000 }, ['fiji']],
      [{ bbox: '106.70,10.77,106.71,10.78' }, ['unsorted', 'garbage', 'pothole', 'light']],
      [{ bbox: '106.7009,10.7756,106.7009001,10.7756001' }, ['light']],
      [{ bbox: '179,-18,-179,-16' }, ['fiji']],
      [{ bbox: '0,0,1,1' }, []],
    ])('%j', async (parameters, expected) => expect(await find(parameters)).toEqual(expected));

    it.each(["x' OR '1'='1", '%'])('finds the category %s and no other', async (category) => {
      const { data } = await reports.list({ category });
      expect(data.data.map((report) => report.category)).toEqual([category]);
    });

    it.each([
      '%%',
      '));',
      `'; DROP TABLE entities; --`,
      `" OR ""="`,
      `")|(status=="pending`,
      `x";status=="pending`,
      '_',
      '*',
      '\\',
      '\\"',
      '.*',
      '^.',
      '[a-z]+',
      'a..z',
      '{{7*7}}',
      '${7*7}',
      '$where',
      '~=',
      'urn:ngsi-ld:null',
      'NEAR(đèn đường)',
      'title:đèn',
      'light OR tree',
      'light NOT tree',
    ])('reads nothing into %s in any filter of text', async (text) => {
      for (const filter of ['category', 'assigned_to', 'reported_by', 'q']) {
        expect([filter, await find({ [filter]: text })]).toEqual([filter, []]);
      }
      expect(await reports.count()).toBe(10);
    });

    it.each([
      ['(100%', ['pothole']],
      ['-đèn', ['light']],
      ['"đèn" trước', ['light']],
      ["O'Brien", ['noise']],
    ])('q=%s means its words', async (q, expected) => expect(await find({ q })).toEqual(expected));
  });

  describe('order', () => {
    const ranked = ['light', 'pothole', 'garbage', 'tree'];

    it.each([
      [{}, NEWEST_FIRST],
      [{ order: 'asc' }, NEWEST_FIRST.toReversed()],
      [
        { sort_by: 'dateModified', order: 'asc' },
        [...NEWEST_FIRST.toReversed().filter((name) => name !== 'pothole'), 'pothole'],
      ],
      [
        { sort_by: 'priority', priority: 'low,medium,high,critical' },
        ['pothole', 'light', 'tree', 'garbage'],
      ],
      [
        { sort_by: 'priority', order: 'asc', priority: 'low,medium,high,critical' },
        ['garbage', 'tree', 'light', 'pothole'],
      ],
      [
        { sort_by: 'status', order: 'asc', category: 'streetlight,road_damage,waste,trees_parks' },
        ['light', 'tree', 'pothole', 'garbage'],
      ],
      [
        { sort_by: 'category', order: 'asc', category: 'streetlight,road_damage,waste,trees_parks' },
        ['pothole', 'light', 'tree', 'garbage'],
      ],
      [
        { sort_by: 'distance', order: 'asc', near: '106.7009,10.7756' },
        ['light', 'unsorted', 'pothole', 'garbage'],
      ],
      [{ sort_by: 'distance', near: '106.7009,10.7756' }, ['garbage', 'pothole', 'unsorted', 'light']],
    ])('%j', async (parameters, expected) => expect(await find(parameters)).toEqual(expected));

    it.each(['asc', 'desc'])('puts reports without the attribute last (%s)', async (order) => {
      const found = await find({ sort_by: 'priority', order });
      expect(found).toHaveLength(10);
      expect(found.slice(0, 4).sort()).toEqual(ranked.toSorted());
    });

    it('is the same over all pages', async () => {
      const paged: string[] = [];
      for (let page = 1; page <= 5; page += 1)
        paged.push(...(await find({ sort_by: 'status', limit: 2, page })));
      expect(paged).toEqual(await find({ sort_by: 'status' }));
      expect(new Set(paged).size).toBe(10);
    });
  });
});
