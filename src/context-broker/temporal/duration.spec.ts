import { formatDateTime, parseDateTime } from '../model/date-time';
import { after, parseDuration } from './duration';

const SECOND = 1_000_000;

describe('parseDuration', () => {
  it.each([
    ['PT0S', 0, 0],
    ['P0D', 0, 0],
    ['PT1.5S', 0, 1.5 * SECOND],
    ['PT0,25S', 0, 0.25 * SECOND],
    ['PT90M', 0, 5400 * SECOND],
    ['P2W', 0, 14 * 86_400 * SECOND],
    ['P3Y6M4DT12H30M5S', 42, (4 * 86_400 + 12 * 3600 + 30 * 60 + 5) * SECOND],
  ])('reads %s', (text, months, microseconds) => {
    expect(parseDuration(text)).toEqual({ months, microseconds });
  });

  it.each(['', 'P', 'PT', 'P1', '1H', 'PT1H1D', 'P1H', 'P1DT', '-P1D', 'P-1D', 'P1W1D', 'P1.5D', 'P99999Y'])(
    'knows that %j is none',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );
});

describe('after', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 'P1M', 1, '2026-02-28T10:00:00'],
    ['2026-01-31T10:00:00Z', 'P1M', 2, '2026-03-31T10:00:00'],
    ['2024-02-29T00:00:00Z', 'P1Y', 1, '2025-02-28T00:00:00'],
    ['2026-11-30T23:59:59.5Z', 'P1MT1S', 2, '2027-01-31T00:00:01.5'],
    ['1969-12-31T23:00:00Z', 'P1M', 1, '1970-01-31T23:00:00'],
    ['2026-01-01T00:00:00Z', 'PT1H', 25, '2026-01-02T01:00:00'],
  ])('counts from %s by %s, %i times', (start, duration, count, end) => {
    const time = after(
      parseDateTime(start) ?? NaN,
      parseDuration(duration) ?? { months: 0, microseconds: 0 },
      count,
    );
    expect(formatDateTime(time)).toMatch(new RegExp(`^${end}`));
  });
});
