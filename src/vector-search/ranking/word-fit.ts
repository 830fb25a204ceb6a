import { searchWords } from '../full-text/search-words';

/** The share of the words that occur in the text, 0..1. */
export function wordFit(words: readonly string[], { title, text }: { title: string; text: string }): number {
  if (words.length === 0) return 0;
  const occurring = new Set(searchWords(`${title} ${text}`));
  return words.filter((word) => occurring.has(word)).length / words.length;
}

/** How similar vectors are, as a share: those at right angles or more have nothing in common. */
export const vectorFit = (similarity: number): number => Math.min(Math.max(similarity, 0), 1);
