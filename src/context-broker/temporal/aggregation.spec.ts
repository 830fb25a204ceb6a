import fc from '../../../test/support/fast-check';
import { Periods } from './aggregation';

describe('Periods', () => {
  it('lie one after another, and every time in one of them', () => {
    const duration = fc.record({
      months: fc.integer({ min: 0, max: 30 }),
      microseconds: fc.integer({ min: 1_000_000, max: 3e12 }),
    });
    const start = fc.integer({ min: -1e15, max: 2e15 });
    fc.assert(
      fc.property(start, duration, fc.integer({ min: 0, max: 1e14 }), (from, length, offset) => {
        const periods = new Periods(from, length, from);
        const index = periods.indexOf(from + offset);
        expect(periods.startOf(index)).toBeLessThanOrEqual(from + offset);
        expect(periods.endOf(index)).toBeGreaterThan(from + offset);
        expect(periods.endOf(index)).toBe(periods.startOf(index + 1));
      }),
    );
  });

  it('of no duration are one', () => {
    const periods = new Periods(10, { months: 0, microseconds: 0 }, 50);
    expect([periods.indexOf(10), periods.indexOf(49), periods.startOf(0), periods.endOf(0)]).toEqual([
      0, 0, 10, 50,
    ]);
  });
});
