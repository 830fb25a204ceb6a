import { type BrokerAccess, openBroker } from '../../data-import/broker-access';
import type { Environment } from '../../config/environment';
import { isPostgres } from '../../database/is-postgres';
import { openDatabase } from '../../database/open-database';
import { DocumentIndexer } from '../documents/document-indexer';
import { EmbeddingsService } from '../embeddings/embeddings.service';
import { PostgresFullText } from '../full-text/postgres-full-text';
import { SqliteFullText } from '../full-text/sqlite-full-text';
import { Indexer } from '../indexing/indexer';
import { ReportComparison } from '../indexing/report-comparison';
import { SearchStateRepository } from '../indexing/search-state.repository';
import { TaskQueue } from '../indexing/task-queue';
import { VectorIndex } from '../indexing/vector-index';
import { PiecesRepository } from '../pieces/pieces.repository';
import { Candidates } from '../ranking/candidates';
import { SearchThread } from '../search-thread/search-thread';
import { StoreOpener } from '../stores/store-opener.service';

/** The parts of the search, for a command; nothing runs by itself. */
export type Search = Awaited<ReturnType<typeof openSearch>>;

/** Opens the service database and the broker; both may be in use by the service. */
export async function openSearch(environment: Environment) {
  const database = await openDatabase(environment);
  const access = await openBrokerOr(environment, () => database.destroy());
  const thread = new SearchThread(environment);
  const fullText = isPostgres(database) ? new PostgresFullText(database) : new SqliteFullText(thread);
  const pieces = new PiecesRepository(database, fullText);
  const queue = new TaskQueue(database);
  const state = new SearchStateRepository(database);
  const embeddings = new EmbeddingsService(environment);
  const opener = new StoreOpener(environment, embeddings, database, thread);
  const index = new VectorIndex(embeddings, opener, pieces, queue, state);
  return {
    embeddings,
    queue,
    candidates: new Candidates(fullText, index, pieces),
    comparison: new ReportComparison(access.broker, pieces, queue, state),
    documents: new DocumentIndexer(environment, database, pieces, embeddings, queue),
    index,
    indexer: new Indexer(access.broker, pieces, index, queue),
    pieces,
    async close(): Promise<void> {
      await index.onApplicationShutdown();
      await thread.onApplicationShutdown();
      await access.close();
      await database.destroy();
    },
  };
}

async function openBrokerOr(environment: Environment, undo: () => Promise<void>): Promise<BrokerAccess> {
  try {
    return await openBroker(environment);
  } catch (error) {
    await undo();
    throw error;
  }
}
