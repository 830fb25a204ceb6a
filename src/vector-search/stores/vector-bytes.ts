/** A vector as it is stored: 32-bit floats, little-endian. */
export function vectorBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** The vector that is stored in the bytes. */
export function storedVector(bytes: Uint8Array): Float32Array {
  const isAligned = bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset, byteLength } = isAligned ? bytes : bytes.slice();
  return new Float32Array(buffer, byteOffset, byteLength / Float32Array.BYTES_PER_ELEMENT);
}

/**
 * Of the vector and as many numbers from `offset` on: for vectors of length 1 the cosine of the angle between them. Four
 * sums at once let the processor overlap the additions.
 */
export function dotProduct(vector: Float32Array, numbers: Float32Array, offset = 0): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let i = 0;
  for (; i + 3 < vector.length; i += 4) {
    a += product(vector, numbers, i, offset);
    b += product(vector, numbers, i + 1, offset);
    c += product(vector, numbers, i + 2, offset);
    d += product(vector, numbers, i + 3, offset);
  }
  for (; i < vector.length; i++) a += product(vector, numbers, i, offset);
  return a + b + c + d;
}

const product = (vector: Float32Array, numbers: Float32Array, i: number, offset: number): number =>
  (vector[i] as number) * (numbers[offset + i] as number);
