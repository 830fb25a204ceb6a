import { evaluate, type Prediction, summaryOf } from './evaluate';

const CATEGORIES = ['a', 'b', 'c', 'd'];

/** A prediction of `best` at a confidence, with the others in the order given behind it. */
const prediction = (actual: string, confidence: number, best: string, ...others: string[]): Prediction => ({
  actual,
  scores: [best, ...others].map((category, place) => ({
    category,
    confidence: place === 0 ? confidence : (1 - confidence) / others.length,
  })),
});

const PREDICTIONS = [
  prediction('a', 0.95, 'a', 'b', 'c', 'd'),
  prediction('a', 0.85, 'a', 'b', 'c', 'd'),
  prediction('a', 0.55, 'b', 'a', 'c', 'd'),
  prediction('b', 0.65, 'b', 'a', 'c', 'd'),
  prediction('c', 0.45, 'a', 'b', 'd', 'c'),
];

describe('evaluate', () => {
  const evaluation = evaluate(PREDICTIONS, CATEGORIES);

  it('counts what is right, at best and among the best three', () => {
    expect(evaluation).toMatchObject({ rows: 5, accuracy: 3 / 5, topThree: 4 / 5 });
  });

  it('tells precision, recall and F1 of each category', () => {
    const [a, b, c, d] = evaluation.categories;
    expect(a).toEqual({ category: 'a', actual: 3, predicted: 3, precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 });
    expect(b).toEqual({ category: 'b', actual: 1, predicted: 2, precision: 1 / 2, recall: 1, f1: 2 / 3 });
    expect(c).toEqual({ category: 'c', actual: 1, predicted: 0, precision: 0, recall: 0, f1: 0 });
    expect(d).toMatchObject({ actual: 0, predicted: 0, f1: 0 });
  });

  it('takes the mean of F1 over the categories that occur', () => {
    expect(evaluation.macroF1).toBeCloseTo((2 / 3 + 2 / 3 + 0) / 3);
  });

  it('counts what was taken for what', () => {
    expect(evaluation.confusion).toEqual([
      [2, 1, 0, 0],
      [0, 1, 0, 0],
      [1, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it('compares confidence with accuracy', () => {
    expect(evaluation.reliability[9]).toMatchObject({
      from: 0.9,
      to: 1,
      count: 1,
      confidence: 0.95,
      accuracy: 1,
    });
    // One text in each of five ranges: 0.05 + 0.15 + 0.55 + 0.35 + 0.45, each a fifth.
    expect(evaluation.calibrationError).toBeCloseTo(0.31);
  });

  it('tells what remains when only confident predictions count', () => {
    expect(evaluation.thresholds.find(({ threshold }) => threshold === 0.6)).toEqual({
      threshold: 0.6,
      coverage: 3 / 5,
      accuracy: 1,
    });
    expect(evaluation.thresholds[0]).toEqual({ threshold: 0, coverage: 1, accuracy: 3 / 5 });
  });

  it('puts full confidence into the last range', () => {
    const { reliability, calibrationError } = evaluate([prediction('a', 1, 'a', 'b')], CATEGORIES);
    expect(reliability[9]?.count).toBe(1);
    expect(calibrationError).toBe(0);
  });

  it('is 0 without predictions', () => {
    expect(summaryOf(evaluate([], CATEGORIES))).toEqual({
      rows: 0,
      accuracy: 0,
      macroF1: 0,
      topThree: 0,
      calibrationError: 0,
    });
  });
});
