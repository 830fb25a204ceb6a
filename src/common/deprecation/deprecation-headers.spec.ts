import { deprecationHeaders } from './deprecation-headers';

describe('deprecationHeaders', () => {
  it('writes the date as a structured date, the sunset as an HTTP date, and the link', () => {
    expect(
      deprecationHeaders({
        since: '2026-12-01T00:00:00Z',
        sunset: '2027-12-01T00:00:00Z',
        successor: '/api/v2/items',
      }),
    ).toEqual({
      Deprecation: '@1796083200',
      Sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
      Link: '</api/v2/items>; rel="successor-version"',
    });
  });

  it('says nothing of a sunset and a successor that there are not', () => {
    expect(deprecationHeaders({ since: '2026-12-01' })).toEqual({ Deprecation: '@1796083200' });
  });

  it.each([
    { since: 'soon' },
    { since: '2026-12-01', sunset: 'later' },
    { since: '2026-12-01', sunset: '2026-11-30' },
  ])('refuses %j', (deprecation) => {
    expect(() => deprecationHeaders(deprecation)).toThrow(RangeError);
  });
});
