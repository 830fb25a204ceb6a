import { nGrams } from './n-grams';

const words = (text: string) => [...nGrams(text).words.keys()];
const runs = (text: string) => [...nGrams(text).runs.keys()];
const shared = (a: number[], b: number[]) => a.filter((hash) => b.includes(hash)).length;

describe('nGrams', () => {
  it('has words and pairs of neighbours', () => {
    expect(words('street light out')).toHaveLength(5);
    expect(shared(words('street light'), words('light street'))).toBe(2);
  });

  it('has runs of four characters within a word and its edges', () => {
    // " lamp ": " lam", "lamp", "amp "
    expect(runs('lamp')).toHaveLength(3);
    expect(runs('lamp post')).toHaveLength(6);
    expect(runs('at')).toHaveLength(1);
  });

  it('counts how often', () => {
    expect([...nGrams('dog dog').words.values()]).toEqual([2, 1]);
  });

  it('sees no difference in capitals and in how accents are encoded', () => {
    expect(nGrams('ĐÈN ĐƯỜNG')).toEqual(nGrams('đèn đường'));
    expect(nGrams('đèn đường'.normalize('NFD'))).toEqual(nGrams('đèn đường'));
  });

  it('finds most of a misspelt word', () => {
    const [right, wrong] = [runs('streetlight'), runs('streetligth')];
    expect(shared(right, wrong) / right.length).toBeGreaterThan(0.5);
  });

  it('passes over words with digits', () => {
    expect(nGrams('pothole at 12B')).toEqual(nGrams('pothole at'));
  });

  it.each(['', ' \n\t', '💡💡', '1234 56-78', '!?…', '\u0000', '\ud800'])('has none for %j', (text) => {
    expect(words(text)).toEqual([]);
    expect(runs(text)).toEqual([]);
  });

  it('looks at the beginning of an endless text', () => {
    expect(runs('x'.repeat(1_000_000))).toEqual(runs('x'.repeat(4_000)));
  });
});
