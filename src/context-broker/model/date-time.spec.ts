import { formatDateTime, parseDateTime } from './date-time';

describe('parseDateTime', () => {
  const midnight = Date.UTC(2026, 0, 2) * 1000;

  it.each([
    ['2026-01-02', midnight],
    ['2026-01-02T00:00:00Z', midnight],
    ['2026-01-02T00:00:00', midnight],
    ['2026-01-02T07:00:00+07:00', midnight],
    ['2026-01-02T07:00:00+0700', midnight],
    ['2026-01-01T19:30:00-04:30', midnight],
    ['2026-01-02T00:00:00.5Z', midnight + 500_000],
    ['2026-01-02T00:00:00.000001Z', midnight + 1],
    ['2026-01-02T00:00:00.123456789Z', midnight + 123_456],
    ['1969-12-31T23:59:59.999999Z', -1],
    ['2024-02-29', Date.UTC(2024, 1, 29) * 1000],
  ])('reads %s', (text, expected) => {
    expect(parseDateTime(text)).toBe(expected);
  });

  it.each([
    '',
    '2026',
    '2026-13-01',
    '2026-02-29',
    '2026-04-31',
    '2026-01-02T24:00:00Z',
    '2026-01-02 00:00:00',
    'x',
  ])('refuses %j', (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });
});

describe('formatDateTime', () => {
  it.each(['2026-01-02T03:04:05.678901Z', '1969-12-31T23:59:59.999999Z', '2026-01-02T00:00:00.000000Z'])(
    'writes %s as it was read',
    (text) => {
      expect(formatDateTime(parseDateTime(text) ?? NaN)).toBe(text);
    },
  );
});
