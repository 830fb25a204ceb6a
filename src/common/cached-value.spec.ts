import { CachedValue } from './cached-value';

describe('CachedValue', () => {
  let now = 0;
  let computations: { resolve: (value: string) => void; reject: (error: Error) => void }[];
  let cached: CachedValue<string>;
  beforeEach(() => {
    computations = [];
    const compute = () => new Promise<string>((resolve, reject) => computations.push({ resolve, reject }));
    cached = new CachedValue(compute, 1000, () => now);
  });

  it('computes once for all who ask meanwhile, however long it takes', async () => {
    const first = cached.get();
    now += 5000;
    const second = cached.get();
    expect(computations).toHaveLength(1);
    computations[0]?.resolve('a');
    expect(await Promise.all([first, second])).toEqual(['a', 'a']);
  });

  it('keeps the value for its time and no longer', async () => {
    const first = cached.get();
    computations[0]?.resolve('a');
    await first;
    now += 999;
    expect(await cached.get()).toBe('a');
    now += 1;
    const next = cached.get();
    computations[1]?.resolve('b');
    expect(await next).toBe('b');
    expect(computations).toHaveLength(2);
  });

  it('does not keep a failure', async () => {
    const failing = cached.get();
    computations[0]?.reject(new Error('away'));
    await expect(failing).rejects.toThrow('away');
    const next = cached.get();
    computations[1]?.resolve('b');
    expect(await next).toBe('b');
  });
});
