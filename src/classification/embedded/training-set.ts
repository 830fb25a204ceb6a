import type { SparseVector } from './vectorizer';

/** What a model learns from: vectors, and the class of each. */
export interface TrainingSet {
  vectors: readonly SparseVector[];
  classOf: readonly number[];
  /** Number of classes. */
  classes: number;
  /** Number of features. */
  features: number;
}
