import { LinearModel, softmax } from './linear-model';
import { randomNumbers, shuffled } from './random';
import type { TrainingSet } from './training-set';
import type { SparseVector } from './vectorizer';

const { max, sqrt } = Math;

const EPOCHS = 3;
/** How far a weight moves at first; the more often its feature was seen, the less. */
const RATE = 1;
/** Keeps weights small (L2), so that no single phrase is learned by heart. */
const SHRINKAGE = 0.01;
const SEED = 1;

/**
 * Multinomial logistic regression, by stochastic gradient descent with a rate for each feature (as AdaGrad: Duchi and
 * others, 2011), so that rare words, which tell most, are learned as well as common ones.
 */
export function learnLogisticRegression({ vectors, classOf, classes, features }: TrainingSet): LinearModel {
  const learner = new Learner(classes, features);
  const random = randomNumbers(SEED);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const row of shuffled(vectors.length, random)) {
      const vector = vectors[row];
      if (vector !== undefined) learner.learn(vector, classOf[row] ?? 0);
    }
  }
  return learner.model;
}

class Learner {
  readonly model: LinearModel;
  /** Sum of the squared gradients so far, of each feature and of the intercepts. */
  private readonly squares: Float64Array;
  private interceptSquares = 0;
  private readonly errors: Float64Array;

  constructor(
    private readonly classes: number,
    features: number,
  ) {
    this.model = LinearModel.zero(classes, features);
    this.squares = new Float64Array(features);
    this.errors = new Float64Array(classes);
  }

  learn(vector: SparseVector, actual: number): void {
    const { model, errors } = this;
    model.score(vector, errors);
    softmax(errors);
    errors[actual] = (errors[actual] ?? 0) - 1;
    const squaredError = errors.reduce((sum, error) => sum + error * error, 0);
    if (squaredError === 0) return;
    this.moveWeights(vector, squaredError);
    this.moveIntercepts(squaredError);
  }

  private moveWeights({ features, values }: SparseVector, squaredError: number): void {
    const { classes, errors, squares } = this;
    const { weights } = this.model;
    for (let at = 0; at < features.length; at += 1) {
      const feature = features[at] ?? 0;
      const value = values[at] ?? 0;
      const sum = (squares[feature] ?? 0) + squaredError * value * value;
      squares[feature] = sum;
      const rate = RATE / sqrt(sum);
      const kept = max(0, 1 - rate * SHRINKAGE);
      const step = rate * value;
      const start = feature * classes;
      for (let k = 0; k < classes; k += 1) {
        weights[start + k] = (weights[start + k] ?? 0) * kept - (errors[k] ?? 0) * step;
      }
    }
  }

  private moveIntercepts(squaredError: number): void {
    const { intercepts } = this.model;
    this.interceptSquares += squaredError;
    const rate = RATE / sqrt(this.interceptSquares);
    this.errors.forEach((error, k) => (intercepts[k] = (intercepts[k] ?? 0) - rate * error));
  }
}
