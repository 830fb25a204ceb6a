import { figuresOf, meanOf } from './figures';

describe('the figures of a search', () => {
  it.each([
    ['a hit at once', ['a', 'b'], ['a'], 1, 1],
    ['a hit at the third place', ['x', 'y', 'a'], ['a'], 1, 1 / 3],
    ['one of two', ['b', 'x'], ['a', 'b'], 0.5, 1],
    ['a hit beyond the fifth place', ['1', '2', '3', '4', '5', 'a'], ['a'], 0, 1 / 6],
    ['no hit', ['x'], ['a'], 0, 0],
    ['nothing', [], ['a'], 0, 0],
    ['more than five that are relevant', ['1', '2', '3', '4', '5'], ['1', '2', '3', '4', '5', '6'], 1, 1],
  ])('of %s', (_what, found, relevant, recall, reciprocalRank) => {
    expect(figuresOf(found, relevant)).toEqual({ recall, reciprocalRank });
  });

  it('are averaged over the queries', () => {
    const all = [
      { recall: 1, reciprocalRank: 1 },
      { recall: 0, reciprocalRank: 0.5 },
    ];
    expect(meanOf(all)).toEqual({ recall: 0.5, reciprocalRank: 0.75 });
  });
});
