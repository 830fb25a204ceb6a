import { foldedWords } from '../../common/fold-text';

/**
 * Words that say nothing of what is looked for, folded. Left out are those that are something else without their
 * diacritics, such as Vietnamese `den` (to, but also lamp) and `do` (that, but also to park).
 */
const EMPTY_WORDS = new Set(
  (
    'a an and any are at be been by can could did does for from had has have how i if in is it its me my of on or our ' +
    'please should so some than that the their them then there these they this those to us was we were what when ' +
    'where which who whom why will with would you your ' +
    'anh ban bi cac cai co cua cung duoc gi hay khong la lam mot nao nay neu nhung nhu o roi se tai thi toi va vay ve voi'
  ).split(' '),
);

/** The most words of a query that are looked for; the more there are, the less each says. */
const MOST_WORDS = 32;

/** What is looked for: words, and words that stand side by side, which is how Vietnamese writes most of its words. */
export interface QueryWords {
  words: string[];
  pairs: string[];
}

/** The words of a text as they are indexed and looked for: without case, diacritics and the plural's s. */
export const searchWords = (text: string): string[] => foldedWords(text).map(singular);

/** Empty when the query has no word. */
export function queryWords(query: string): QueryWords {
  const all = searchWords(query);
  const telling = all.filter((word) => !EMPTY_WORDS.has(word));
  const words = (telling.length > 0 ? telling : all).slice(0, MOST_WORDS);
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`);
  return { words: [...new Set(words)], pairs: [...new Set(pairs)] };
}

/** Harman's S stemmer: `lights` is found by `light`, and other languages are hardly touched. */
function singular(word: string): string {
  if (word.length < 4) return word;
  if (/[^ea]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/[^aeo]es$/.test(word)) return word.slice(0, -1);
  return /[^us]s$/.test(word) ? word.slice(0, -1) : word;
}
