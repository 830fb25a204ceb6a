import type { DocumentInterface } from '@langchain/core/documents' with { 'resolution-mode': 'import' };
import type { VectorStore } from '@langchain/core/vectorstores' with { 'resolution-mode': 'import' };
import type { PieceLabels } from '../pieces/piece';
import type { SearchFilters } from '../search-result';
import type { Neighbour } from './neighbour';

/** A piece as vector stores know it: what it says stays in the service database. */
export interface LabelledPiece extends PieceLabels {
  key: string;
}

/**
 * The vectors of the pieces by one embedding model, in a vector store of LangChain's interface. What that interface
 * leaves to each store is left to the subclasses: how filters and scores are written, and labels without a vector.
 */
export abstract class PieceStore<Store extends VectorStore = VectorStore> {
  /** What the operator knows the store as. */
  abstract readonly kind: string;

  constructor(protected readonly store: Store) {}

  /** Puts the vectors in, or in place of the pieces' former ones. */
  async put(pieces: readonly LabelledPiece[], vectors: readonly Float32Array[]): Promise<void> {
    const ids = pieces.map(({ key }) => key);
    const numbers = vectors.map((vector) => Array.from(vector));
    await this.store.addVectors(numbers, pieces.map(toDocument), { ids });
  }

  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.store.delete({ ids: [...keys] });
  }

  /** The pieces that meet the filters and have the most similar vectors, the nearest first. */
  async nearest(vector: Float32Array, filters: SearchFilters, limit: number): Promise<Neighbour[]> {
    const found = await this.store.similaritySearchVectorWithScore(
      Array.from(vector),
      limit,
      this.toFilter(filters),
    );
    return found.flatMap(([{ id }, score]) =>
      id === undefined ? [] : [{ key: id, similarity: this.toSimilarity(score) }],
    );
  }

  /** Sets what the pieces are filtered by; their vectors stay as they are. */
  abstract relabel(pieces: readonly LabelledPiece[]): Promise<void>;

  /** Resolves when the store answers. */
  abstract ping(): Promise<void>;

  /** Removes what the store keeps of another model under that name. */
  abstract drop(collection: string): Promise<void>;

  /** Lets go of its connections. */
  abstract close(): Promise<void>;

  protected abstract toFilter(filters: SearchFilters): Store['FilterType'];

  protected abstract toSimilarity(score: number): number;
}

export const labelsOf = ({ type, category, status }: PieceLabels): Record<string, string> => ({
  type,
  ...(category !== null && { category }),
  ...(status !== null && { status }),
});

const toDocument = (piece: LabelledPiece): DocumentInterface => ({
  id: piece.key,
  pageContent: '',
  metadata: labelsOf(piece),
});
