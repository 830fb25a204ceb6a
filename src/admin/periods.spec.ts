import { periodsAt } from './periods';

describe('periodsAt', () => {
  it.each([
    ['in UTC', 'UTC', '2026-11-21T12:00:00Z', '2026-11-21T00:00:00Z', '2026-11-16T00:00:00Z'],
    [
      'east of it, where it is tomorrow',
      'Asia/Ho_Chi_Minh',
      '2026-11-21T18:00:00Z',
      '2026-11-21T17:00:00Z',
      '2026-11-15T17:00:00Z',
    ],
    [
      'west of it, where it is yesterday',
      'America/Lima',
      '2026-11-21T03:00:00Z',
      '2026-11-20T05:00:00Z',
      '2026-11-16T05:00:00Z',
    ],
    [
      'in the first moment of a Monday',
      'UTC',
      '2026-11-16T00:00:00Z',
      '2026-11-16T00:00:00Z',
      '2026-11-16T00:00:00Z',
    ],
    [
      'in the last moment of a Sunday',
      'UTC',
      '2026-11-22T23:59:59.999Z',
      '2026-11-22T00:00:00Z',
      '2026-11-16T00:00:00Z',
    ],
    [
      'on a day of 25 hours',
      'Europe/Berlin',
      '2026-10-25T22:00:00Z',
      '2026-10-24T22:00:00Z',
      '2026-10-18T22:00:00Z',
    ],
    [
      'on a day without a midnight',
      'Africa/Cairo',
      '2026-04-24T10:00:00Z',
      '2026-04-23T22:00:00Z',
      '2026-04-19T22:00:00Z',
    ],
  ])('finds the beginning of day and week %s', (_where, zone, now, today, thisWeek) => {
    const periods = periodsAt(new Date(now), zone);
    expect(periods.today).toEqual(new Date(today));
    expect(periods.thisWeek).toEqual(new Date(thisWeek));
  });

  it('takes users for active who were seen in the last 30 days', () => {
    expect(periodsAt(new Date('2026-11-21T12:00:00Z'), 'UTC').active).toEqual(
      new Date('2026-10-22T12:00:00Z'),
    );
  });
});
