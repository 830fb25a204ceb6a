/** Words with digits in them are house numbers, dates and plates, which say nothing of what a report is about. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const DIGIT = /\p{N}/u;

/** What comes after this many characters is not looked at. */
const LONGEST_TEXT = 4_000;

const { imul } = Math;

/** Characters of a run. */
const RUN = 4;
const SPACE = 0x20;

/** Hashes are small integers, of 30 bits, which maps are several times faster with than with larger numbers. */
const KEY = 0x3fffffff;

// So that a word, a pair of words and a run of characters are never the same n-gram.
const WORD_SEED = 0x811c9dc5;
const PAIR_SEED = 0x01234567;
const RUN_SEED = 0x3c6ef372;

/** How often n-grams occur, by their hash. */
export type Counts = ReadonlyMap<number, number>;

/** The n-grams of a text, in two groups that are weighed apart. */
export interface NGrams {
  /** Words and pairs of words. */
  words: Counts;
  /** Runs of four characters within a word and its edges, which misspelt and inflected words have in common. */
  runs: Counts;
}

/** N-grams of any text in any language; a text without letters has none. */
export function nGrams(text: string): NGrams {
  const words = wordsOf(text);
  return { words: countWords(words), runs: countRuns(words) };
}

function wordsOf(text: string): string[] {
  const normal = text.slice(0, LONGEST_TEXT).normalize('NFC').toLowerCase();
  return (normal.match(WORD) ?? []).filter((word) => !DIGIT.test(word));
}

function countWords(words: string[]): Counts {
  const counts = new Map<number, number>();
  let previous: string | undefined;
  for (const word of words) {
    count(counts, hash(word, WORD_SEED));
    if (previous !== undefined) count(counts, hash(word, mix(hash(previous, PAIR_SEED), SPACE)));
    previous = word;
  }
  return counts;
}

function countRuns(words: string[]): Counts {
  const counts = new Map<number, number>();
  for (const word of words) {
    const padded = ` ${word} `;
    for (let start = 0; start + RUN <= padded.length; start += 1) {
      count(counts, hash(padded.slice(start, start + RUN), RUN_SEED));
    }
  }
  return counts;
}

const count = (counts: Map<number, number>, key: number) => void counts.set(key, (counts.get(key) ?? 0) + 1);

function hash(text: string, seed: number): number {
  let state = seed;
  for (let at = 0; at < text.length; at += 1) state = mix(state, text.charCodeAt(at));
  return state & KEY;
}

/** One step of FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), with the high bits mixed into the low ones. */
function mix(state: number, code: number): number {
  const product = imul(state ^ code, 0x01000193);
  return product ^ (product >>> 15);
}
