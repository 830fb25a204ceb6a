import { Semaphore } from 'async-mutex';

const REQUESTS_AT_ONCE = 4;

/** Runs a task for every item, a few at a time; the results are in the order of the items. */
export async function forEachBounded<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const lanes = new Semaphore(REQUESTS_AT_ONCE);
  return Promise.all(items.map((item) => lanes.runExclusive(() => task(item))));
}

/** Cuts a list into runs that hold at most `most` items and weigh at most `heaviest`, an item alone excepted. */
export function chunked<Item>(
  items: readonly Item[],
  most: number,
  heaviest: number,
  weigh: (item: Item) => number,
): Item[][] {
  const chunks: Item[][] = [];
  let weight = 0;
  for (const item of items) {
    const last = chunks.at(-1);
    const added = weigh(item);
    if (last === undefined || last.length >= most || weight + added > heaviest) {
      chunks.push([item]);
      weight = added;
    } else {
      last.push(item);
      weight += added;
    }
  }
  return chunks;
}
