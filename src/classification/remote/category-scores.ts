import type { CategoryScore } from '../text-classifier';
import { RemoteFailure } from './remote-call';

const unusable = (reason: string) => new RemoteFailure(reason, false);

/**
 * What a remote classifier answered, as every classifier answers: all categories, the best first, confidences that add
 * up to 1. What it leaves open is shared by the categories that it does not name.
 *
 * @throws RemoteFailure when it names a category that is none of the taxonomy's, one twice, or none at all.
 */
export function completeScores(
  answered: readonly CategoryScore[],
  known: readonly string[],
): CategoryScore[] {
  const named = new Map(answered.map(({ category, confidence }) => [category, confidence]));
  if (named.size < answered.length) throw unusable('a category twice');
  if (answered.some(({ category }) => !known.includes(category))) {
    throw unusable('a category that is none of the taxonomy');
  }
  const sum = answered.reduce((total, { confidence }) => total + confidence, 0);
  if (sum <= 0) throw unusable('no category');
  const left = named.size < known.length ? Math.max(0, 1 - sum) / (known.length - named.size) : 0;
  const total = sum + left * (known.length - named.size);
  return known
    .map((category) => ({ category, confidence: (named.get(category) ?? left) / total }))
    .sort((a, b) => b.confidence - a.confidence);
}
