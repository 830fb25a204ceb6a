import { backOff } from './back-off';

const OPTIONS = { firstRetryMs: 1000, longestRetryMs: 60_000 };

describe('backOff', () => {
  it.each([
    [1, 1000],
    [2, 2000],
    [6, 32_000],
    [7, 60_000],
    [1_000_000, 60_000],
  ])('after %i failures is at most %i ms, and at least half of it', (failures, longest) => {
    expect(backOff(failures, OPTIONS, () => 0)).toBe(longest);
    expect(backOff(failures, OPTIONS, () => 1)).toBe(longest / 2);
  });
});
