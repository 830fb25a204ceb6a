import { FALLBACK_CATEGORY } from '../taxonomy/taxonomy';
import type { CategoryScore } from '../text-classifier';
import { LinearModel, softmax, temper } from './linear-model';
import { nGrams } from './n-grams';
import { Vectorizer, type VectorizerState } from './vectorizer';

/** A trained model as plain data, such as can be handed from thread to thread. */
export interface TextModelState {
  categories: readonly string[];
  vectorizer: VectorizerState;
  weights: Float32Array;
  intercepts: Float32Array;
  /** Divides the scores; above 1 it makes the model less sure of itself. */
  temperature: number;
}

/** Tells categories of texts. The same text always gets the same answer. */
export class TextModel {
  private readonly vectorizer: Vectorizer;
  private readonly linear: LinearModel;
  private readonly scores: Float64Array;

  constructor(readonly state: TextModelState) {
    this.vectorizer = new Vectorizer(state.vectorizer);
    this.linear = new LinearModel(state.categories.length, state.weights, state.intercepts);
    this.scores = new Float64Array(state.categories.length);
  }

  /** Every category, the best first. */
  classify(text: string): CategoryScore[] {
    const { categories, temperature } = this.state;
    const vector = this.vectorizer.vectorOf(nGrams(text));
    const { scores } = this;
    // Nothing that is known: anything is as likely, however many phrases each category has.
    if (vector.features.length === 0) scores.fill(0);
    else this.linear.score(vector, scores);
    temper(scores, vector);
    softmax(scores, temperature);
    return categories
      .map((category, k) => ({ category, confidence: scores[k] ?? 0 }))
      .sort((a, b) => b.confidence - a.confidence || Number(isFallback(b)) - Number(isFallback(a)));
  }
}

const isFallback = ({ category }: CategoryScore): boolean => category === FALLBACK_CATEGORY;
