import type { DocumentInterface } from '@langchain/core/documents' with { 'resolution-mode': 'import' };
import type { EmbeddingsInterface } from '@langchain/core/embeddings' with { 'resolution-mode': 'import' };
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables';
import type { SearchThread } from '../search-thread/search-thread';
import type { SearchFilters } from '../search-result';
import { vectorBytes } from './vector-bytes';

export interface SqliteVectorStoreSettings {
  database: Kysely<Tables>;
  thread: SearchThread;
}

/** The type of {@link openSqliteVectorStore}. */
export type SqliteVectorStore = Awaited<ReturnType<typeof openSqliteVectorStore>>;

/**
 * LangChain's VectorStore in the embedded service database, beside the pieces whose keys are the ids of its documents.
 * Scores are cosines. Loads the library.
 */
export async function openSqliteVectorStore(
  embeddings: EmbeddingsInterface,
  { database, thread }: SqliteVectorStoreSettings,
) {
  const { VectorStore } = await import('@langchain/core/vectorstores');

  class Store extends VectorStore {
    declare FilterType: SearchFilters;

    _vectorstoreType(): string {
      return 'sqlite';
    }

    async addDocuments(documents: DocumentInterface[], options?: { ids: string[] }): Promise<string[]> {
      const vectors = await this.embeddings.embedDocuments(documents.map(({ pageContent }) => pageContent));
      return this.addVectors(vectors, documents, options);
    }

    /** Documents whose id is that of no piece are left out. */
    async addVectors(
      vectors: number[][],
      documents: DocumentInterface[],
      options?: { ids: string[] },
    ): Promise<string[]> {
      const ids = documents.map(({ id }, index) => options?.ids[index] ?? id ?? '');
      await database.transaction().execute(async (transaction) => {
        for (const [index, vector] of vectors.entries()) {
          await sql`
            INSERT INTO search_vectors (no, version, vector)
            SELECT
              no,
              (SELECT coalesce(max(version), 0) + 1 FROM search_vectors),
              ${vectorBytes(Float32Array.from(vector))}
            FROM search_pieces WHERE key = ${ids[index]}
            ON CONFLICT (no) DO UPDATE SET version = excluded.version, vector = excluded.vector
          `.execute(transaction);
        }
      });
      return ids;
    }

    override async delete({ ids }: { ids: string[] }): Promise<void> {
      await database
        .deleteFrom('search_vectors')
        .where('no', 'in', (pieces) =>
          pieces.selectFrom('search_pieces').select('no').where('key', 'in', ids),
        )
        .execute();
    }

    async similaritySearchVectorWithScore(
      query: number[],
      k: number,
      filter: SearchFilters = {},
    ): Promise<[DocumentInterface, number][]> {
      const found = await thread.run('nearest', Float32Array.from(query), filter, k);
      return found.map(({ key, similarity }) => [{ id: key, pageContent: '', metadata: {} }, similarity]);
    }
  }

  return new Store(embeddings, {});
}
