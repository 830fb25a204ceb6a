import { ReportQueue } from './report-queue';

describe('ReportQueue', () => {
  it('gives ids in their order, each once', () => {
    const queue = new ReportQueue(10);
    for (const id of ['a', 'b', 'a']) expect(queue.add(id)).toBe(true);
    expect(queue.add('c', 3)).toBe(true);
    expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([
      { id: 'a', attempts: 0 },
      { id: 'b', attempts: 0 },
      { id: 'c', attempts: 3 },
      undefined,
    ]);
  });

  it('has room for so many', () => {
    const queue = new ReportQueue(2);
    expect([queue.add('a'), queue.add('b'), queue.add('c'), queue.add('a')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect({ size: queue.size, isFull: queue.isFull }).toEqual({ size: 2, isFull: true });
    queue.take();
    expect(queue.add('c')).toBe(true);
  });
});
