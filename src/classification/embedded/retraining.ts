import { evaluate, type EvaluationSummary, type Prediction, summaryOf } from '../evaluation/evaluate';
import type { LabelledText } from '../labelled-text';
import { folds } from './folds';
import { train } from './train';

const FOLDS = 3;

/** How corrections were told before they were learned from, and how after. */
export interface Improvement {
  before: EvaluationSummary;
  after: EvaluationSummary;
}

/** What is learned from. */
export interface Lesson {
  categories: readonly string[];
  phrases: readonly LabelledText[];
  /** What officials said, which is learned beside the phrases. */
  corrections: readonly LabelledText[];
}

/**
 * How well corrections are told by a model that learned the other corrections, and by one that learned only those of
 * them that `known` has: each third is judged by models that have not seen it.
 */
export function improvementOf(
  { categories, phrases, corrections }: Lesson,
  known: readonly LabelledText[],
): Improvement {
  const learnedBefore = new Set(known.map(identityOf));
  const before: Prediction[] = [];
  const after: Prediction[] = [];
  for (const { training, held } of folds(corrections, FOLDS)) {
    if (held.length === 0) continue;
    const earlier = training.filter((correction) => learnedBefore.has(identityOf(correction)));
    before.push(...predict([...phrases, ...earlier], held, categories));
    after.push(...predict([...phrases, ...training], held, categories));
  }
  return { before: summaryOf(evaluate(before, categories)), after: summaryOf(evaluate(after, categories)) };
}

const identityOf = ({ text, category }: LabelledText): string => JSON.stringify([text, category]);

function predict(
  examples: readonly LabelledText[],
  held: readonly LabelledText[],
  categories: readonly string[],
): Prediction[] {
  const model = train(examples, categories);
  return held.map(({ text, category }) => ({ scores: model.classify(text), actual: category }));
}
