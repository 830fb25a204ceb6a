import { DeliverySlots } from './delivery-slots';

const NEVER = new AbortController().signal;

/** Work that ends when it is told to. */
function jobs(slots: DeliverySlots) {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (host: string, name: string, signal = NEVER) =>
    slots.run(host, signal, () => {
      running.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve)).finally(() => {
        running.splice(running.indexOf(name), 1);
      });
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { running, start, end };
}

describe('DeliverySlots', () => {
  it('bounds what runs in all and for one host, and goes on in order', async () => {
    const { running, start, end } = jobs(new DeliverySlots(3, 2));
    const all = [start('a', 'a1'), start('a', 'a2'), start('a', 'a3'), start('b', 'b1'), start('c', 'c1')];
    await new Promise((resolve) => setImmediate(resolve));
    expect(running).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(running).toEqual(['a1', 'a2', 'c1']);
    await end('a1');
    expect(running).toEqual(['a2', 'c1', 'a3']);
    for (const name of ['a2', 'a3', 'c1']) await end(name);
    await Promise.all(all);
  });

  it('gives a place back when the work fails', async () => {
    const slots = new DeliverySlots(1, 1);
    await expect(slots.run('a', NEVER, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.run('a', NEVER, () => Promise.resolve(1))).resolves.toBe(1);
  });

  it('does not let wait who no longer wants to', async () => {
    const { running, start, end } = jobs(new DeliverySlots(1, 1));
    const first = start('a', 'a1');
    const leaving = new AbortController();
    const second = start('a', 'a2', leaving.signal);
    const third = start('a', 'a3');
    leaving.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    await expect(start('b', 'b1', leaving.signal)).rejects.toThrow('enough');
    await end('a1');
    expect(running).toEqual(['a3']);
    await end('a3');
    await Promise.all([first, third]);
  });
});
