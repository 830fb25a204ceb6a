import type { EmbeddingsInterface } from '@langchain/core/embeddings' with { 'resolution-mode': 'import' };
import type { QdrantVectorStore } from '@langchain/qdrant' with { 'resolution-mode': 'import' };
import type { SearchFilters } from '../search-result';
import { type LabelledPiece, labelsOf, PieceStore } from './piece-store';

const TIMEOUT_MS = 10_000;

const LABELS = ['type', 'category', 'status'] as const;

export interface QdrantServer {
  url: string;
  apiKey: string | undefined;
}

/** Vectors in a Qdrant server. */
export class QdrantPieceStore extends PieceStore<QdrantVectorStore> {
  readonly kind = 'qdrant';

  /** Makes the collection and the indexes of its labels when they are missing. */
  static async open(
    embeddings: EmbeddingsInterface,
    { url, apiKey }: QdrantServer,
    collection: string,
    dimensions: number,
  ): Promise<QdrantPieceStore> {
    const [{ QdrantVectorStore }, { QdrantClient }] = await Promise.all([
      import('@langchain/qdrant'),
      import('@qdrant/js-client-rest'),
    ]);
    const client = new QdrantClient({ url, apiKey, timeout: TIMEOUT_MS, checkCompatibility: false });
    const store = new QdrantVectorStore(embeddings, {
      client,
      collectionName: collection,
      collectionConfig: { vectors: { size: dimensions, distance: 'Cosine' } },
    });
    await store.ensureCollection();
    for (const label of LABELS) {
      await client.createPayloadIndex(collection, {
        wait: true,
        field_name: `metadata.${label}`,
        field_schema: 'keyword',
      });
    }
    return new QdrantPieceStore(store, collection);
  }

  private constructor(
    store: QdrantVectorStore,
    private readonly collection: string,
  ) {
    super(store);
  }

  async relabel(pieces: readonly LabelledPiece[]): Promise<void> {
    const operations = pieces.map((piece) => ({
      set_payload: { payload: { metadata: labelsOf(piece) }, points: [piece.key] },
    }));
    await this.store.client.batchUpdate(this.collection, { wait: true, operations });
  }

  async ping(): Promise<void> {
    await this.store.client.getCollection(this.collection);
  }

  async drop(collection: string): Promise<void> {
    await this.store.client.deleteCollection(collection);
  }

  async close(): Promise<void> {}

  /** Conditions of which none is given are met by all. */
  protected toFilter(filters: SearchFilters): QdrantVectorStore['FilterType'] {
    const must = LABELS.flatMap((label) => {
      const value = filters[label];
      return value === undefined ? [] : [{ key: `metadata.${label}`, match: { value } }];
    });
    return { must };
  }

  protected toSimilarity(score: number): number {
    return score;
  }
}
