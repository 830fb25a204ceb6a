import type { Counts, NGrams } from './n-grams';

const { log, sqrt } = Math;

/** A sparse vector: the value at `features[i]` is `values[i]`, everything else is 0. */
export interface SparseVector {
  features: number[];
  values: number[];
  /** Share of the text's words and pairs of words that are features, 0 to 1. */
  familiarity: number;
}

/** What a vectorizer has learned, as plain data. */
export interface VectorizerState {
  /** Hash of the n-gram that is each feature. */
  hashes: Uint32Array;
  /** Weight of each feature: the rarer its n-gram, the greater. */
  rarities: Float32Array;
}

/**
 * Turns texts into TF-IDF vectors: how often each n-gram occurs, on a logarithmic scale, times how rare it is. Words
 * and runs of characters each have length 1, so that neither outweighs the other, however long the text.
 */
export class Vectorizer {
  private readonly features = new Map<number, number>();

  constructor(readonly state: VectorizerState) {
    state.hashes.forEach((hash, feature) => this.features.set(hash, feature));
  }

  /** Learns which n-grams there are, and how rare each is. */
  static learn(texts: readonly NGrams[]): Vectorizer {
    const occurrences = new Map<number, number>();
    const add = (hash: number) => void occurrences.set(hash, (occurrences.get(hash) ?? 0) + 1);
    for (const { words, runs } of texts) {
      for (const hash of words.keys()) add(hash);
      for (const hash of runs.keys()) add(hash);
    }
    const rarity = (count: number) => 1 + log((1 + texts.length) / (1 + count));
    return new Vectorizer({
      hashes: Uint32Array.from(occurrences.keys()),
      rarities: Float32Array.from(occurrences.values(), rarity),
    });
  }

  /** The number of features. */
  get size(): number {
    return this.state.hashes.length;
  }

  /** N-grams that were not learned are left out. */
  vectorOf({ words, runs }: NGrams): SparseVector {
    const vector: SparseVector = { features: [], values: [], familiarity: 0 };
    this.append(vector, words);
    if (words.size > 0) vector.familiarity = vector.features.length / words.size;
    this.append(vector, runs);
    return vector;
  }

  private append({ features, values }: SparseVector, counts: Counts): void {
    const start = values.length;
    let squares = 0;
    for (const [hash, times] of counts) {
      const feature = this.features.get(hash);
      if (feature === undefined) continue;
      const value = (1 + log(times)) * (this.state.rarities[feature] ?? 0);
      features.push(feature);
      values.push(value);
      squares += value * value;
    }
    const length = sqrt(squares);
    for (let at = start; at < values.length; at += 1) values[at] = (values[at] ?? 0) / length;
  }
}
