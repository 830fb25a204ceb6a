import { MemoryStorage } from './memory-storage';

const HOUR = 3_600_000;

describe('MemoryStorage', () => {
  let now: number;
  let storage: MemoryStorage;
  beforeEach(() => {
    now = 5_000;
    storage = new MemoryStorage(10, () => now);
  });

  const hit = (key: string, limit = 3) => storage.increment(key, HOUR, limit);

  it('counts the hits of a key up to the limit and holds off what is beyond it', async () => {
    const records = [await hit('a'), await hit('a'), await hit('a'), await hit('a')];
    expect(records.map(({ totalHits, isBlocked }) => [totalHits, isBlocked])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, true],
    ]);
  });

  it('counts every key by itself', async () => {
    await hit('a');
    expect(await hit('b')).toMatchObject({ totalHits: 1 });
  });

  it('says how long the window lasts, in seconds', async () => {
    expect(await hit('a', 1)).toMatchObject({ timeToExpire: 3600, timeToBlockExpire: 0 });
    now += 600_500;
    expect(await hit('a', 1)).toMatchObject({ timeToExpire: 2999.5, timeToBlockExpire: 2999.5 });
  });

  it('begins a new window with the first hit after the old one ended, not before', async () => {
    await hit('a', 1);
    now += HOUR - 1;
    expect(await hit('a', 1)).toMatchObject({ totalHits: 2, isBlocked: true });
    now += 1;
    expect(await hit('a', 1)).toMatchObject({ totalHits: 1, isBlocked: false, timeToExpire: 3600 });
  });

  it('forgets windows that ended', async () => {
    for (const key of ['a', 'b', 'c']) await hit(key);
    now += HOUR;
    await hit('d');
    expect(storage.size).toBe(1);
  });

  it('holds no more windows than its capacity, and gives up the oldest', async () => {
    for (let i = 0; i < 10_000; i++) await hit(`address:${i}`);
    expect(storage.size).toBe(10);
    expect(await hit('address:9999')).toMatchObject({ totalHits: 2 });
    expect(await hit('address:0')).toMatchObject({ totalHits: 1 });
  });

  it('keeps the order of age when a window is begun anew', async () => {
    for (let i = 0; i < 9; i++) await storage.increment(`short:${i}`, 1000, 3);
    now += 2000;
    await hit('short:0');
    await hit('long');
    expect(storage.size).toBe(2);
    expect(await hit('short:0')).toMatchObject({ totalHits: 2 });
  });
});
