import type { PGVectorStore } from '@langchain/community/vectorstores/pgvector' with {
  'resolution-mode': 'import',
};
import type { EmbeddingsInterface } from '@langchain/core/embeddings' with { 'resolution-mode': 'import' };
import type { Pool } from 'pg';
import type { SearchFilters } from '../search-result';
import { type LabelledPiece, labelsOf, PieceStore } from './piece-store';

/** pgvector builds no index on more. */
const MOST_INDEXED_DIMENSIONS = 2_000;

/** Any number, the same in all instances. */
const LOCK = 7_415_062_388;

/** Vectors in PostgreSQL by pgvector. */
export class PostgresPieceStore extends PieceStore<PGVectorStore> {
  readonly kind = 'pgvector';

  /**
   * Makes the table and its index when they are missing.
   *
   * @param pool of {@link vectorPool}; closed with the store
   * @param table a name without anything to quote
   */
  static async open(
    embeddings: EmbeddingsInterface,
    pool: Pool,
    table: string,
    dimensions: number,
  ): Promise<PostgresPieceStore> {
    const { PGVectorStore } = await import('@langchain/community/vectorstores/pgvector');
    const store = new PGVectorStore(embeddings, { pool, tableName: table });
    const session = await pool.connect();
    try {
      // Instances that start together would make the same table at once.
      await session.query('SELECT pg_advisory_lock($1)', [LOCK]);
      await store.ensureTableInDatabase(dimensions);
      if (dimensions <= MOST_INDEXED_DIMENSIONS) {
        await session.query(
          `CREATE INDEX IF NOT EXISTS ${table}_nearest ON ${table} USING hnsw (embedding vector_cosine_ops)`,
        );
      }
    } finally {
      await session.query('SELECT pg_advisory_unlock($1)', [LOCK]);
      session.release();
    }
    return new PostgresPieceStore(store, pool, table);
  }

  private constructor(
    store: PGVectorStore,
    private readonly pool: Pool,
    private readonly table: string,
  ) {
    super(store);
  }

  /** The library only inserts. */
  override async put(pieces: readonly LabelledPiece[], vectors: readonly Float32Array[]): Promise<void> {
    await this.remove(pieces.map(({ key }) => key));
    await super.put(pieces, vectors);
  }

  async relabel(pieces: readonly LabelledPiece[]): Promise<void> {
    await this.pool.query(
      `UPDATE ${this.table} AS t SET metadata = changed.metadata
       FROM jsonb_to_recordset($1) AS changed (id uuid, metadata jsonb) WHERE t.id = changed.id`,
      [JSON.stringify(pieces.map((piece) => ({ id: piece.key, metadata: labelsOf(piece) })))],
    );
  }

  async ping(): Promise<void> {
    await this.pool.query(`SELECT 1 FROM ${this.table} LIMIT 1`);
  }

  async drop(table: string): Promise<void> {
    await this.pool.query(`DROP TABLE IF EXISTS ${table}`);
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  protected toFilter(filters: SearchFilters): PGVectorStore['FilterType'] {
    return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  }

  /** What the library calls a score is a distance, 0..2. */
  protected toSimilarity(distance: number): number {
    return 1 - distance;
  }
}
