import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables';
import type { SearchFilters } from '../search-result';
import { PieceStore } from './piece-store';
import {
  openSqliteVectorStore,
  type SqliteVectorStore,
  type SqliteVectorStoreSettings,
} from './sqlite-vector-store';

/** Vectors in the embedded service database. */
export class SqlitePieceStore extends PieceStore<SqliteVectorStore> {
  readonly kind = 'embedded';

  static async open(
    embeddings: SqliteVectorStore['embeddings'],
    settings: SqliteVectorStoreSettings,
  ): Promise<SqlitePieceStore> {
    return new SqlitePieceStore(await openSqliteVectorStore(embeddings, settings), settings.database);
  }

  private constructor(
    store: SqliteVectorStore,
    private readonly database: Kysely<Tables>,
  ) {
    super(store);
  }

  /** Filters read the pieces themselves. */
  async relabel(): Promise<void> {}

  /** The database is looked after by the service. */
  async ping(): Promise<void> {}

  /** There is one table for all models. */
  async drop(): Promise<void> {
    await this.database.deleteFrom('search_vectors').execute();
  }

  async close(): Promise<void> {}

  protected toFilter(filters: SearchFilters): SearchFilters {
    return filters;
  }

  protected toSimilarity(score: number): number {
    return score;
  }
}
