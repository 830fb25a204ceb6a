import type { CategoryScore } from '../text-classifier';

/** What a classifier says of a text, and what the text really is about. */
export interface Prediction {
  /** Every category, the best first. */
  scores: readonly CategoryScore[];
  /** Key of the right category. */
  actual: string;
}

export interface CategoryFigures {
  category: string;
  /** Texts that are of it. */
  actual: number;
  /** Texts that were taken for it. */
  predicted: number;
  /** Share of those taken for it that are of it; 0 where none was taken. */
  precision: number;
  /** Share of those of it that were taken for it; 0 where there is none. */
  recall: number;
  /** Harmonic mean of the two. */
  f1: number;
}

/** The predictions whose confidence lies in a range. */
export interface ReliabilityBin {
  from: number;
  to: number;
  count: number;
  /** Mean; 0 where there is none. */
  confidence: number;
  accuracy: number;
}

/** What happens when only confident predictions are relied on. */
export interface ThresholdFigures {
  threshold: number;
  /** Share of texts whose confidence is at least the threshold. */
  coverage: number;
  /** Share of those that are right; 0 where there is none. */
  accuracy: number;
}

/** The figures in a few numbers, each 0 to 1. */
export interface EvaluationSummary {
  /** Number of texts. */
  rows: number;
  /** Share whose best category is the right one. */
  accuracy: number;
  /** Mean F1 of the categories that occur or were predicted, each counting alike. */
  macroF1: number;
  /** Share whose right category is among the three best. */
  topThree: number;
  /** Expected calibration error: how far confidence and accuracy are apart in the mean, over ten equal ranges. */
  calibrationError: number;
}

export interface Evaluation extends EvaluationSummary {
  categories: CategoryFigures[];
  /** How often each category (row) was taken for each (column), in the order of `categories`. */
  confusion: number[][];
  reliability: ReliabilityBin[];
  thresholds: ThresholdFigures[];
}

const BINS = 10;
const THRESHOLDS = [0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** How good predictions are. Without any, every figure is 0. */
export function evaluate(predictions: readonly Prediction[], categories: readonly string[]): Evaluation {
  const outcomes = predictions.map(({ scores, actual }) => ({
    actual,
    predicted: scores[0]?.category ?? '',
    confidence: scores[0]?.confidence ?? 0,
    amongThree: scores.slice(0, 3).some(({ category }) => category === actual),
  }));
  const confusion = confusionOf(outcomes, categories);
  const figures = categories.map((category, k) => figuresOf(category, k, confusion));
  const occurring = figures.filter(({ actual, predicted }) => actual + predicted > 0);
  const reliability = reliabilityOf(outcomes);
  return {
    rows: outcomes.length,
    accuracy: share(outcomes, isRight),
    macroF1: mean(occurring.map(({ f1 }) => f1)),
    topThree: share(outcomes, ({ amongThree }) => amongThree),
    calibrationError: sum(
      reliability.map(
        ({ count, confidence, accuracy }) => ratio(count, outcomes.length) * Math.abs(confidence - accuracy),
      ),
    ),
    categories: figures,
    confusion,
    reliability,
    thresholds: THRESHOLDS.map((threshold) => {
      const covered = outcomes.filter(({ confidence }) => confidence >= threshold);
      const coverage = ratio(covered.length, outcomes.length);
      return { threshold, coverage, accuracy: share(covered, isRight) };
    }),
  };
}

export const summaryOf = ({
  rows,
  accuracy,
  macroF1,
  topThree,
  calibrationError,
}: Evaluation): EvaluationSummary => ({
  rows,
  accuracy,
  macroF1,
  topThree,
  calibrationError,
});

interface Outcome {
  actual: string;
  predicted: string;
  confidence: number;
  amongThree: boolean;
}

const isRight = ({ actual, predicted }: Outcome): boolean => actual === predicted;

const confusionOf = (outcomes: Outcome[], categories: readonly string[]): number[][] =>
  categories.map((actual) => {
    const ofIt = outcomes.filter((outcome) => outcome.actual === actual);
    return categories.map((category) => ofIt.filter(({ predicted }) => predicted === category).length);
  });

function figuresOf(category: string, k: number, confusion: number[][]): CategoryFigures {
  const right = confusion[k]?.[k] ?? 0;
  const actual = sum(confusion[k] ?? []);
  const predicted = sum(confusion.map((row) => row[k] ?? 0));
  const precision = ratio(right, predicted);
  const recall = ratio(right, actual);
  return { category, actual, predicted, precision, recall, f1: ratio(2 * right, actual + predicted) };
}

const reliabilityOf = (outcomes: Outcome[]): ReliabilityBin[] =>
  Array.from({ length: BINS }, (_, bin) => {
    const inside = outcomes.filter(
      ({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin,
    );
    return {
      from: bin / BINS,
      to: (bin + 1) / BINS,
      count: inside.length,
      confidence: mean(inside.map(({ confidence }) => confidence)),
      accuracy: share(inside, isRight),
    };
  });

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const mean = (values: number[]): number => ratio(sum(values), values.length);
const share = <T>(items: T[], holds: (item: T) => boolean): number =>
  ratio(items.filter(holds).length, items.length);
