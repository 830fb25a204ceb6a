import { type RunningService, startService } from '../support/service';
import { type Envelope, expectInvalid, ReportsClient } from './reports-client';

/** Refused values by parameter. */
const REFUSED: Record<string, string[]> = {
  limit: ['0', '-1', '1001', '1e3', 'abc', '', '1.5', '0x10', ' 1', '99999999999999999999'],
  offset: ['-1', '1e3', 'abc', '', '1.5'],
  page: ['0', '-1', '1e3', 'abc', '', '1.5'],
  type: ['', 'PointOfInterest', 'citizenreport', 'CitizenReport,PointOfInterest', '*'],
  status: [
    '',
    'open',
    'PENDING',
    'pending,',
    ',pending',
    'pending,,closed',
    'pending, closed',
    "pending' OR 1=1",
  ],
  priority: ['', 'urgent', 'High', 'low,', 'low|high'],
  category: ['', ',', 'waste,', ',waste', 'x'.repeat(201), 'a\u0000b', 'x,'.repeat(50) + 'x'],
  assigned_to: ['', ' ', 'a\u0000b', 'x'.repeat(201)],
  reported_by: ['', ' ', 'a\u0007b', 'x'.repeat(201)],
  created_after: [
    '',
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '1763721000',
    '2026-11-21T10:30:00 07:00',
    '21.11.2026',
  ],
  created_before: ['', 'tomorrow', '2025-02-29', '2026-11-21T24:30:00Z', "2026-11-21' OR 1=1"],
  updated_after: ['', 'yesterday', '2026-02-30', '1763721000'],
  updated_before: ['', 'tomorrow', '2025-02-29', "2026-11-21' OR 1=1"],
  needs_review: ['', '1', 'True', 'yes', 'true,false'],
  near: [
    '',
    '106.7',
    '106.7,',
    '10.7756,106.7009',
    '106.7,10.7,5',
    'NaN,NaN',
    '181,0',
    '0,-91',
    'a,b',
    '106.7;10.7',
  ],
  bbox: [
    '',
    '1,2,3',
    '1,2,3,4,5',
    '0,1,1,0',
    '0,0,1,0',
    '-181,0,1,1',
    '0,0,1,91',
    'a,b,c,d',
    '106,10,107,NaN',
  ],
  q: ['', '   ', '\u200b', 'a\u0000b', 'x'.repeat(201), 'a b c d e f g h i j k'],
  sort_by: ['', 'title', 'datecreated', 'dateCreated,status', 'id; DROP TABLE entities'],
  order: ['', 'up', 'ASC', 'asc,desc'],
  options: ['', 'concise', 'keyvalues', 'keyValues,normalized'],
};

describe('GET /api/v1/citizen-reports with bad input', () => {
  let service: RunningService;
  let reports: ReportsClient;
  beforeAll(async () => {
    service = await startService();
    reports = new ReportsClient(service.url);
  });
  afterAll(() => service.stop());

  const list = (parameters: Record<string, string> | string) => reports.list<Envelope>(parameters);
  const cases = Object.entries(REFUSED).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );

  it.each(cases)('refuses %s=%.60j', async (name, value) => {
    expectInvalid(await list({ [name]: value }), ['query', name]);
  });

  it.each(Object.keys(REFUSED))('refuses %s given twice', async (name) => {
    expectInvalid(await list(`${name}=1&${name}=1`), ['query', name]);
  });

  it.each([
    ['radius without near', 'radius=100', 'radius', 'needsNear'],
    ['a radius of nothing', 'near=106.7,10.7&radius=0', 'radius', 'min'],
    ['a radius beyond 50 km', 'near=106.7,10.7&radius=50001', 'radius', 'max'],
    ['a radius in words', 'near=106.7,10.7&radius=1km', 'radius', 'isInt'],
    ['page and offset', 'page=1&offset=0', 'page', 'notWithOffset'],
    ['near and bbox', 'near=106.7,10.7&bbox=106,10,107,11', 'bbox', 'exclusive'],
    ['distance without near', 'sort_by=distance', 'sort_by', 'needsNear'],
    [
      'a period that ends before it starts',
      'created_after=2026-11-21&created_before=2026-11-20',
      'created_before',
      'order',
    ],
    [
      'changes that end before they start',
      'updated_after=2026-11-21&updated_before=2026-11-20',
      'updated_before',
      'order',
    ],
  ])('refuses %s', async (_what, query, name, type) => {
    expectInvalid(await list(query), ['query', name], type);
  });

  it.each([
    'statuses',
    'Limit',
    'skip',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    'status[]',
    'status[$ne]',
    '',
  ])('refuses and names the unknown parameter %j', async (name) => {
    const answer = await list(`${encodeURIComponent(name)}=1`);
    expectInvalid(answer, ['query', name], 'unknown');
  });

  it('names the allowed values', async () => {
    expect((await list({ status: 'open' })).data.detail).toBe(
      'status: must be one or more of pending, acknowledged, in_progress, resolved, closed, rejected, separated by commas',
    );
    expect((await list({ priority: 'urgent' })).data.detail).toContain('low, medium, high, critical');
  });

  it('names everything that is wrong', async () => {
    const { data } = await list({ limit: '0', status: 'open', nonsense: '1' });
    expect(data.errors?.map(({ loc }) => loc[1]).toSorted()).toEqual(['limit', 'nonsense', 'status']);
    expect(data.detail).toMatch(/\(and 2 more\)$/);
  });
});
