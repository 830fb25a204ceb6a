import type { SparseVector } from './vectorizer';

const { exp, max, min } = Math;

/** Scores of the classes: for each a weighted sum of the features. */
export class LinearModel {
  /** @param weights feature by feature, of each the weight for every class */
  constructor(
    readonly classes: number,
    readonly weights: Float32Array,
    readonly intercepts: Float32Array,
  ) {}

  static zero(classes: number, features: number): LinearModel {
    return new LinearModel(classes, new Float32Array(classes * features), new Float32Array(classes));
  }

  /** The model whose scores are the sums of those of the two. */
  plus({ weights, intercepts }: LinearModel): LinearModel {
    return new LinearModel(
      this.classes,
      this.weights.map((weight, cell) => weight + (weights[cell] ?? 0)),
      this.intercepts.map((intercept, k) => intercept + (intercepts[k] ?? 0)),
    );
  }

  /** Writes the score of each class into `scores`. */
  score({ features, values }: SparseVector, scores: Float64Array): void {
    const { classes, weights } = this;
    scores.set(this.intercepts);
    for (let at = 0; at < features.length; at += 1) {
      const start = (features[at] ?? 0) * classes;
      const value = values[at] ?? 0;
      for (let k = 0; k < classes; k += 1) scores[k] = (scores[k] ?? 0) + (weights[start + k] ?? 0) * value;
    }
  }
}

/** Reports have at least this share of known words and pairs of words; code and gibberish have less. */
const USUAL_FAMILIARITY = 0.4;
/** What is left of the scores of a text without one known word: runs of characters alone say something too. */
const LEAST_SHARE = 0.3;

/** Brings the scores of a text of mostly unknown words closer together, as less can be told of it. */
export function temper(scores: Float64Array, { familiarity }: SparseVector): void {
  const share = min(1, max(LEAST_SHARE, familiarity / USUAL_FAMILIARITY));
  scores.forEach((score, k) => (scores[k] = score * share));
}

/** Turns scores into probabilities, in place. */
export function softmax(scores: Float64Array, temperature = 1): void {
  let greatest = scores[0] ?? 0;
  for (let k = 1; k < scores.length; k += 1) greatest = max(greatest, scores[k] ?? 0);
  let sum = 0;
  for (let k = 0; k < scores.length; k += 1) {
    const exponential = exp(((scores[k] ?? 0) - greatest) / temperature);
    scores[k] = exponential;
    sum += exponential;
  }
  for (let k = 0; k < scores.length; k += 1) scores[k] = (scores[k] ?? 0) / sum;
}
