import { ListReportsQueryDto } from './dto/list-reports.query.dto';
import { toEntityQuery } from './report-query';

const query = (parameters: Partial<ListReportsQueryDto>) =>
  toEntityQuery(Object.assign(new ListReportsQueryDto(), parameters));

describe('toEntityQuery', () => {
  it('asks for the newest reports by default', () => {
    expect(query({})).toEqual({
      type: 'CitizenReport',
      where: [],
      orderBy: { attribute: 'dateCreated', direction: 'desc' },
      limit: 100,
      offset: 0,
    });
  });

  it('turns filters into conditions, with commas between values of which any may match', () => {
    const { where } = query({
      category: "waste,x' OR 1=1",
      status: 'pending,closed',
      priority: 'high',
      assigned_to: 'Đội 1, Quận 3',
      reported_by: 'Mai',
      created_after: '2026-11-01',
      created_before: '2026-11-21',
      updated_after: '2026-11-20T10:30:00Z',
      needs_review: 'true',
    });
    expect(where).toEqual([
      { attribute: 'category', oneOf: ['waste', "x' OR 1=1"] },
      { attribute: 'priority', oneOf: ['high'] },
      { attribute: 'status', oneOf: ['pending', 'closed'] },
      { attribute: 'assignedTo', oneOf: ['Đội 1, Quận 3'] },
      { attribute: 'reportedBy', oneOf: ['Mai'] },
      { attribute: 'needsReview', oneOf: [true] },
      {
        attribute: 'dateCreated',
        from: new Date('2026-11-01T00:00:00.000Z'),
        to: new Date('2026-11-21T23:59:59.999Z'),
      },
      { attribute: 'dateModified', from: new Date('2026-11-20T10:30:00.000Z') },
    ]);
  });

  it('asks for what needs no review too, and for changes up to a time alone', () => {
    expect(query({ needs_review: 'false', updated_before: '2026-11-21' }).where).toEqual([
      { attribute: 'needsReview', oneOf: [false] },
      { attribute: 'dateModified', to: new Date('2026-11-21T23:59:59.999Z') },
    ]);
  });

  it('looks for words in title, description and address', () => {
    expect(query({ q: ' đèn  đường ' }).text).toEqual({
      words: ['đèn', 'đường'],
      attributes: ['title', 'description', 'address'],
    });
  });

  it('looks within 1000 m unless told otherwise', () => {
    const position = { longitude: 106.7009, latitude: 10.7756 };
    expect(query({ near: '106.7009,10.7756' }).near).toEqual({ ...position, maxDistance: 1000 });
    expect(query({ near: '106.7009,10.7756', radius: 50 }).near).toEqual({ ...position, maxDistance: 50 });
  });

  it('looks in a box', () => {
    expect(query({ bbox: '106.65,10.74,106.72,10.8' }).bbox).toEqual({
      west: 106.65,
      south: 10.74,
      east: 106.72,
      north: 10.8,
    });
  });

  it.each([
    ['priority', ['low', 'medium', 'high', 'critical']],
    ['status', ['pending', 'acknowledged', 'in_progress', 'resolved', 'closed', 'rejected']],
    ['category', undefined],
  ] as const)('orders %s by its rank', (sort_by, ranks) => {
    expect(query({ sort_by, order: 'asc' }).orderBy).toEqual({ attribute: sort_by, direction: 'asc', ranks });
  });

  it('turns a page into an offset', () => {
    expect(query({ limit: 20, page: 3 })).toMatchObject({ limit: 20, offset: 40 });
    expect(query({ limit: 20, offset: 7 })).toMatchObject({ limit: 20, offset: 7 });
  });
});
