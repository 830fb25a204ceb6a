import type { CategoryScore } from './text-classifier';

export interface CategoryDecision {
  category: string;
  /** How sure the classifier is of this category, whoever chose it. */
  confidence: number;
  /** What else it may be, the likeliest first. */
  alternatives: CategoryScore[];
  /** Whether somebody should look at the category. */
  needsReview: boolean;
}

/** A category that somebody else than the classifier chose. */
export interface GivenCategory {
  category: string;
  by: 'official' | 'reporter';
}

const MOST_ALTERNATIVES = 3;

/**
 * The category of a report: what was given, else the likeliest. An official's word needs no review; a reporter's does
 * where the classifier is sure of another category, and the classifier's own where it is not sure.
 *
 * @param scores of every category, the best first
 * @param threshold confidence from which the classifier is sure
 */
export function decideCategory(
  scores: readonly CategoryScore[],
  threshold: number,
  given?: GivenCategory,
): CategoryDecision {
  const [best] = scores;
  if (best === undefined) throw new Error('a classifier gave no categories');
  const category = given?.category ?? best.category;
  const confidence = scores.find((score) => score.category === category)?.confidence ?? 0;
  return {
    category,
    confidence,
    alternatives: scores.filter((score) => score.category !== category).slice(0, MOST_ALTERNATIVES),
    needsReview: needsReview(best, category, threshold, given),
  };
}

function needsReview(
  best: CategoryScore,
  category: string,
  threshold: number,
  given?: GivenCategory,
): boolean {
  if (given === undefined) return best.confidence < threshold;
  return given.by === 'reporter' && best.category !== category && best.confidence >= threshold;
}
