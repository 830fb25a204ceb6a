import { EmbeddingsError } from '../vector-search.errors';

/** More than any model gives. */
const MOST_DIMENSIONS = 16_000;

/**
 * The vector in length 1, so that the dot product of two is the cosine of the angle between them.
 *
 * @throws EmbeddingsError when it is no vector that can be compared.
 */
export function unitVector(values: unknown): Float32Array {
  if (!Array.isArray(values) || values.length === 0 || values.length > MOST_DIMENSIONS) {
    throw new EmbeddingsError(`the embeddings server answers no vectors of 1 to ${MOST_DIMENSIONS} numbers`);
  }
  let squares = 0;
  for (const value of values as unknown[]) {
    if (typeof value !== 'number') throw noNumber();
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length)) throw noNumber();
  if (length === 0) throw new EmbeddingsError('the embeddings server answers a vector without direction');
  return Float32Array.from(values as number[], (value) => value / length);
}

const noNumber = () =>
  new EmbeddingsError('the embeddings server answers vectors with something that is no number');
