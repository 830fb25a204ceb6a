/** A piece, and how near its vector is to that of the query: the cosine of the angle between them, -1..1. */
export interface Neighbour {
  key: string;
  similarity: number;
}
