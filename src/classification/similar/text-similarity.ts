import { foldedWords } from '../../common/fold-text';

/** How often each feature of a text occurs, and the length of that vector. */
export interface TextProfile {
  counts: ReadonlyMap<string, number>;
  length: number;
}

/** Longer texts are judged by their beginning: it says what they are about. */
const LONGEST_TEXT = 1_000;

const PIECE = 4;

/**
 * What a text is made of: its words, which count double, and the pieces of four letters in them, which other forms and
 * spellings of a word share. Case and diacritics make no difference.
 */
export function profileOf(text: string): TextProfile {
  const counts = new Map<string, number>();
  const add = (feature: string, weight: number) => counts.set(feature, (counts.get(feature) ?? 0) + weight);
  for (const word of foldedWords(text.slice(0, LONGEST_TEXT))) {
    // Short words are mostly grammar.
    if (word.length < 3) continue;
    add(word, 2);
    for (let at = 0; word.length > PIECE && at + PIECE <= word.length; at += 1) {
      add(`~${word.slice(at, at + PIECE)}`, 1);
    }
  }
  let squares = 0;
  for (const [feature, count] of counts) {
    // What occurs again says less each time.
    const damped = 1 + Math.log(count);
    counts.set(feature, damped);
    squares += damped * damped;
  }
  return { counts, length: Math.sqrt(squares) };
}

/** Cosine of the angle between two texts: 0 for nothing in common, 1 for the same words. */
export function textSimilarity(a: TextProfile, b: TextProfile): number {
  if (a.length === 0 || b.length === 0) return 0;
  const [small, large] = a.counts.size < b.counts.size ? [a, b] : [b, a];
  let product = 0;
  for (const [feature, count] of small.counts) product += count * (large.counts.get(feature) ?? 0);
  return Math.min(1, product / (a.length * b.length));
}
