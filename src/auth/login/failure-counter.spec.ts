import { FailureCounter } from './failure-counter';

describe('FailureCounter', () => {
  let now: number;
  let failures: FailureCounter;
  beforeEach(() => {
    now = 0;
    failures = new FailureCounter({ free: 3, longestDelay: 10 }, 5, () => now);
  });

  /** Fails as soon as it may, and says how long it had to wait each time. */
  const failTimes = (times: number, key = 'ada') =>
    Array.from({ length: times }, () => {
      const delay = failures.delay(key);
      now += delay * 1000;
      failures.add(key);
      return delay;
    });

  it('lets the first failures pass, then doubles the delay up to the longest', () => {
    expect(failTimes(10)).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 10, 10]);
  });

  it('counts every key by itself', () => {
    failTimes(6);
    expect(failures.delay('ada')).toBe(4);
    expect(failures.delay('eve')).toBe(0);
  });

  it('begins anew when cleared', () => {
    failTimes(6);
    failures.clear('ada');
    expect(failures.delay('ada')).toBe(0);
    expect(failTimes(4)).toEqual([0, 0, 0, 0]);
  });

  it('takes a failure back with its delay, and no more than that', () => {
    failTimes(5);
    failures.takeBack('ada');
    expect(failures.delay('ada')).toBe(0);
    failures.add('ada');
    expect(failures.delay('ada')).toBe(2);
  });

  it('forgets failures after an hour without any', () => {
    failTimes(6);
    now += 3_600_000;
    expect(failTimes(4)).toEqual([0, 0, 0, 0]);
  });

  it('holds no more keys than its capacity, and gives up those that failed longest ago', () => {
    failTimes(6, 'ada');
    for (let i = 0; i < 1000; i++) failures.add(`key ${i}`);
    expect(failures.size).toBe(5);
    expect(failures.delay('ada')).toBe(0);
  });
});
