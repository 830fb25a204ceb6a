/** One of several lists, best first. */
export interface RankedList {
  /** How well each fits by itself, 0..1. */
  hits: readonly { key: string; fit: number }[];
}

export interface Fused {
  key: string;
  /** 0..1; 1 is what stands first in all lists and fits fully in each. */
  score: number;
}

/**
 * The greater, the less it matters who is first. Cormack, Clarke and Büttcher (2009) took 60 for lists of a thousand;
 * these have fifty. On the labelled set (npm run search:evaluate) all values tried, 10 to 60, do equally well.
 */
const DAMPING = 10;

/**
 * Reciprocal rank fusion: each list gives a piece the reciprocal of its place. Places alone would make the best of many
 * bad matches look as good as a true one, so what a list gives is weighted by how well the piece fits there.
 */
export function fuse(lists: readonly RankedList[]): Fused[] {
  const scores = new Map<string, number>();
  for (const { hits } of lists) {
    for (const [place, { key, fit }] of hits.entries()) {
      const share = ((DAMPING + 1) / (DAMPING + 1 + place)) * fit;
      scores.set(key, (scores.get(key) ?? 0) + share / lists.length);
    }
  }
  return [...scores]
    .map(([key, score]) => ({ key, score }))
    .sort((one, other) => other.score - one.score || (one.key < other.key ? -1 : 1));
}
