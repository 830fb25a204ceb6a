import { randomNumbers, shuffled } from './random';

const SEED = 2;

/** A part of the rows that is held out, and all the others. */
export interface Fold<T> {
  training: T[];
  held: T[];
}

/** Parts the rows at random, always alike, so that each is held out once. */
export function folds<T>(rows: readonly T[], count: number): Fold<T>[] {
  const order = shuffled(rows.length, randomNumbers(SEED));
  return Array.from({ length: count }, (_, fold) => ({
    training: rows.filter((_row, i) => (order[i] ?? 0) % count !== fold),
    held: rows.filter((_row, i) => (order[i] ?? 0) % count === fold),
  }));
}
