import { Injectable } from '@nestjs/common';
import { Kysely } from 'kysely';
import { Environment } from '../../config/environment';
import { servicePool } from '../../database/postgres-dialect';
import type { Tables } from '../../database/tables';
import { EmbeddingsService } from '../embeddings/embeddings.service';
import { SearchThread } from '../search-thread/search-thread';
import type { PieceStore } from './piece-store';
import { PostgresPieceStore } from './postgres-piece-store';
import { QdrantPieceStore } from './qdrant-piece-store';
import { SqlitePieceStore } from './sqlite-piece-store';

/** Connections for vectors, besides those of the service database. */
const CONNECTIONS = 4;

/**
 * So that a search finds as many as were asked for, also where the filters leave few of those that the index looks at
 * first (pgvector 0.8; older ones ignore it).
 */
const SESSION = '-c hnsw.ef_search=200 -c hnsw.iterative_scan=strict_order';

/** Opens the vector store that is configured: Qdrant by VECTOR_STORE_URL, else the one of the service database. */
@Injectable()
export class StoreOpener {
  constructor(
    private readonly environment: Environment,
    private readonly embeddings: EmbeddingsService,
    private readonly database: Kysely<Tables>,
    private readonly thread: SearchThread,
  ) {}

  /** @param collection what the vectors of a model are kept under, in letters, digits and underscores */
  async open(collection: string, dimensions: number): Promise<PieceStore> {
    const { VECTOR_STORE_URL, VECTOR_STORE_API_KEY, DATABASE_URL } = this.environment;
    const embeddings = await this.embeddings.langChain();
    if (VECTOR_STORE_URL !== undefined) {
      const server = { url: VECTOR_STORE_URL, apiKey: VECTOR_STORE_API_KEY };
      return QdrantPieceStore.open(embeddings, server, collection, dimensions);
    }
    if (DATABASE_URL !== undefined) {
      const pool = await servicePool(DATABASE_URL, CONNECTIONS, SESSION);
      return PostgresPieceStore.open(embeddings, pool, collection, dimensions);
    }
    return SqlitePieceStore.open(embeddings, { database: this.database, thread: this.thread });
  }
}
