import { profileOf, textSimilarity } from './text-similarity';

/** An open report near another one. */
export interface NearbyReport {
  id: string;
  text: string;
  category?: string;
  /** Metres. */
  distance: number;
}

/** An open report that may be of the same thing as another one. */
export interface SimilarReport {
  id: string;
  /** Metres. */
  distance: number;
  /** How alike they are in meaning, 0 to 1. */
  similarity: number;
}

/** How much of the meaning the category tells; the words tell the rest. */
const CATEGORY_SHARE = 0.4;

/** How many are told of. */
const MOST_ALIKE = 10;

/**
 * Those of the reports nearby that are alike in meaning: by their words, and by being of the same category, the most
 * alike first.
 */
export function alike(
  report: { text: string; category?: string },
  nearby: readonly NearbyReport[],
  leastSimilarity: number,
): SimilarReport[] {
  const profile = profileOf(report.text);
  return nearby
    .map(({ id, text, category, distance }) => {
      const sameCategory = category !== undefined && category === report.category;
      const words = textSimilarity(profile, profileOf(text));
      const similarity = (sameCategory ? CATEGORY_SHARE : 0) + (1 - CATEGORY_SHARE) * words;
      return { id, distance, similarity: Math.round(similarity * 1000) / 1000 };
    })
    .filter(({ similarity }) => similarity >= leastSimilarity)
    .sort((a, b) => b.similarity - a.similarity || a.distance - b.distance)
    .slice(0, MOST_ALIKE);
}
