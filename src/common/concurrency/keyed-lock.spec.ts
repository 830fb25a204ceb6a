import { setImmediate } from 'node:timers/promises';
import { KeyedLock } from './keyed-lock';

const lockThatWaits = (ms: number) => new KeyedLock(ms, () => new Error('busy'));

/** A promise and what settles it. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('KeyedLock', () => {
  it('lets callers of one key work one after the other, in the order they came', async () => {
    const lock = lockThatWaits(10_000);
    const steps: string[] = [];
    const work = (name: string) => () => {
      steps.push(`${name} begins`);
      return setImmediate().then(() => steps.push(`${name} ends`));
    };
    await Promise.all(['first', 'second', 'third'].map((name) => lock.run('report', work(name))));
    expect(steps).toEqual([
      'first begins',
      'first ends',
      'second begins',
      'second ends',
      'third begins',
      'third ends',
    ]);
  });

  it('keeps callers of different keys apart', async () => {
    const lock = lockThatWaits(10_000);
    const { opened, open } = gate();
    const held = lock.run('one', () => opened);
    await expect(lock.run('other', () => Promise.resolve('done'))).resolves.toBe('done');
    open();
    await held;
  });

  it('goes on after work that failed, and answers its caller with the failure', async () => {
    const lock = lockThatWaits(10_000);
    const failed = lock.run('report', () => Promise.reject(new Error('broken')));
    const next = lock.run('report', () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
  });

  it('answers a caller who waits too long, and never does its work', async () => {
    const lock = lockThatWaits(5);
    const { opened, open } = gate();
    let done = false;
    const held = lock.run('report', () => opened);
    const waiting = lock.run('report', async () => {
      await setImmediate();
      done = true;
    });
    await expect(waiting).rejects.toThrow('busy');
    open();
    await held;
    await lock.run('report', () => Promise.resolve());
    expect(done).toBe(false);
  });

  it('answers a caller at once who finds too many waiting', async () => {
    const lock = new KeyedLock(10_000, () => new Error('busy'), 2);
    const releases = [await lock.acquire('key')];
    const second = lock.acquire('key');
    await expect(lock.acquire('key')).rejects.toThrow('busy');
    releases[0]?.();
    (await second)();
    (await lock.acquire('key'))();
    expect(lock.size).toBe(0);
  });

  it('forgets keys that nobody uses', async () => {
    const lock = lockThatWaits(10_000);
    const works = Array.from({ length: 100 }, (_, index) =>
      lock.run(`key ${index % 10}`, () => setImmediate()),
    );
    expect(lock.size).toBe(10);
    await Promise.all(works);
    expect(lock.size).toBe(0);
  });
});
