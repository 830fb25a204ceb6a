import { CityClock } from './city-clock';

const clock = new CityClock(
  {
    night: { from: '18:00', to: '06:00' },
    schoolHolidays: [
      { from: '12-24', to: '01-06' },
      { from: '2026-10-12', to: '2026-10-16' },
    ],
  },
  'Europe/Berlin',
);
const SCHOOL = { days: [1, 2, 3, 4, 5], from: '08:00', to: '14:00', schoolDays: true };
const BAR = { days: [5, 6], from: '20:00', to: '03:00' };

describe('CityClock', () => {
  it.each([
    ['2026-11-18T16:59:00Z', false],
    ['2026-11-18T17:00:00Z', true],
    ['2026-11-18T23:30:00Z', true],
    ['2026-11-19T04:59:00Z', true],
    ['2026-11-19T05:00:00Z', false],
  ])('says of %s that it is night: %s', (at, expected) => {
    expect(clock.isNight(new Date(at))).toBe(expected);
  });

  it.each([
    ['in the morning', SCHOOL, '2026-11-18T07:00:00Z', true],
    ['before it opens', SCHOOL, '2026-11-18T06:59:00Z', false],
    ['once it closes', SCHOOL, '2026-11-18T13:00:00Z', false],
    ['in summer time', SCHOOL, '2026-07-15T06:30:00Z', true],
    ['on Sunday', SCHOOL, '2026-11-22T09:00:00Z', false],
    ['on a holiday of every year', SCHOOL, '2026-12-28T09:00:00Z', false],
    ['on one in the next year', SCHOOL, '2027-01-06T09:00:00Z', false],
    ['after the holidays', SCHOOL, '2027-01-07T09:00:00Z', true],
    ['on a holiday of this year', SCHOOL, '2026-10-16T09:00:00Z', false],
    ['on that day in another year', SCHOOL, '2025-10-16T09:00:00Z', true],
    ['on Friday night', BAR, '2026-11-20T21:00:00Z', true],
    ['after the midnight of Friday', BAR, '2026-11-21T01:00:00Z', true],
    ['after the midnight of Saturday', BAR, '2026-11-22T01:00:00Z', true],
    ['after the midnight of Sunday', BAR, '2026-11-23T01:00:00Z', false],
    ['after the midnight of Thursday', BAR, '2026-11-20T01:00:00Z', false],
  ])('says whether a place is open %s', (_when, hours, at, expected) => {
    expect(clock.isOpen(hours, new Date(at))).toBe(expected);
  });
});
