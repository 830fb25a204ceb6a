import { fuse } from './fuse';
import { vectorFit, wordFit } from './word-fit';

const list = (...keys: string[]) => ({ hits: keys.map((key) => ({ key, fit: 1 })) });
const keysOf = (fused: { key: string }[]) => fused.map(({ key }) => key);

describe('fuse', () => {
  it('puts first what all lists have near their tops', () => {
    expect(keysOf(fuse([list('a', 'b', 'c'), list('b', 'd', 'a')]))).toEqual(['b', 'a', 'd', 'c']);
  });

  it('scores from 0 to 1, where 1 is first and fully fitting everywhere', () => {
    expect(fuse([list('a'), list('a')])).toEqual([{ key: 'a', score: 1 }]);
    expect(fuse([list('a'), list()])).toEqual([{ key: 'a', score: 0.5 }]);
    const [first, last] = fuse([
      {
        hits: [
          { key: 'a', fit: 0.4 },
          { key: 'b', fit: 0 },
        ],
      },
    ]);
    expect([first?.score, last?.score]).toEqual([0.4, 0]);
  });

  it('orders by fit what stands at the same place', () => {
    const [bad, good] = [{ hits: [{ key: 'bad', fit: 0.1 }] }, { hits: [{ key: 'good', fit: 0.9 }] }];
    expect(keysOf(fuse([bad, good]))).toEqual(['good', 'bad']);
  });

  it('has one order for what is equal', () => {
    expect(keysOf(fuse([list('b'), list('a')]))).toEqual(['a', 'b']);
    expect(fuse([])).toEqual([]);
  });
});

describe('the fit', () => {
  it('of words is the share of them that occur, in title or text, however they are written', () => {
    const piece = { title: 'Đèn đường', text: 'Lights are out' };
    expect(wordFit(['den', 'duong', 'light', 'pothole'], piece)).toBe(0.75);
    expect(wordFit([], piece)).toBe(0);
  });

  it.each([
    [-1, 0],
    [0.3, 0.3],
    [1.0000001, 1],
  ])('of vectors with the similarity %d is %d', (similarity, fit) => {
    expect(vectorFit(similarity)).toBe(fit);
  });
});
