import { foldText } from '../../common/fold-text';
import type { LabelledText } from '../labelled-text';
import { folds } from './folds';
import { type LinearModel, temper } from './linear-model';
import { learnLogisticRegression } from './logistic-regression';
import { type NGrams, nGrams } from './n-grams';
import { learnNaiveBayes } from './naive-bayes';
import { fittingTemperature, type Judgement } from './temperature';
import { TextModel } from './text-model';
import { Vectorizer } from './vectorizer';

/** An example as the model sees it. */
interface Example {
  /** Of the text, and of the text without diacritics where that is another: many type without them. */
  spellings: NGrams[];
  /** Index of its category. */
  actual: number;
}

interface Learned {
  vectorizer: Vectorizer;
  linear: LinearModel;
}

/**
 * Learns categories from examples; the same examples give the same model. How sure it may be of itself is found on
 * examples that it has not seen. Examples of other categories are passed over.
 */
export function train(examples: readonly LabelledText[], categories: readonly string[]): TextModel {
  const known = examples
    .map(({ text, category }) => ({ spellings: spellingsOf(text), actual: categories.indexOf(category) }))
    .filter(({ actual }) => actual !== -1);
  const { vectorizer, linear } = learn(known, categories.length);
  return new TextModel({
    categories,
    vectorizer: vectorizer.state,
    weights: linear.weights,
    intercepts: linear.intercepts,
    temperature: fittingTemperature(judgeUnseen(known, categories.length)),
  });
}

function spellingsOf(text: string): NGrams[] {
  const folded = foldText(text);
  return folded === text.toLowerCase() ? [nGrams(text)] : [nGrams(text), nGrams(folded)];
}

function learn(examples: readonly Example[], classes: number): Learned {
  const rows = examples.flatMap(({ spellings, actual }) => spellings.map((grams) => ({ grams, actual })));
  const vectorizer = Vectorizer.learn(rows.map(({ grams }) => grams));
  const set = {
    vectors: rows.map(({ grams }) => vectorizer.vectorOf(grams)),
    classOf: rows.map(({ actual }) => actual),
    classes,
    features: vectorizer.size,
  };
  return { vectorizer, linear: learnLogisticRegression(set).plus(learnNaiveBayes(set)) };
}

/** What a model that learned one half of the examples says of the other half. */
function judgeUnseen(examples: readonly Example[], classes: number): Judgement[] {
  const [half] = folds(examples, 2);
  if (half === undefined) return [];
  const { vectorizer, linear } = learn(half.training, classes);
  return half.held.flatMap(({ spellings, actual }) =>
    spellings.map((grams) => {
      const scores = new Float64Array(classes);
      const vector = vectorizer.vectorOf(grams);
      linear.score(vector, scores);
      temper(scores, vector);
      return { scores, actual };
    }),
  );
}
