import { Module } from '@nestjs/common';
import { Kysely } from 'kysely';
import { CitizenReportsModule } from '../citizen-reports/citizen-reports.module';
import { isPostgres } from '../database/is-postgres';
import type { Tables } from '../database/tables';
import { DocumentIndexer } from './documents/document-indexer';
import { EmbeddingsService } from './embeddings/embeddings.service';
import { FullText } from './full-text/full-text';
import { PostgresFullText } from './full-text/postgres-full-text';
import { SqliteFullText } from './full-text/sqlite-full-text';
import { IndexWorker } from './indexing/index-worker.service';
import { Indexer } from './indexing/indexer';
import { ReportComparison } from './indexing/report-comparison';
import { ReportFollower } from './indexing/report-follower.service';
import { ReportReconciliation } from './indexing/report-reconciliation.service';
import { SearchStateRepository } from './indexing/search-state.repository';
import { TaskQueue } from './indexing/task-queue';
import { VectorIndex } from './indexing/vector-index';
import { KnowledgeService } from './knowledge.service';
import { PiecesRepository } from './pieces/pieces.repository';
import { Candidates } from './ranking/candidates';
import { SearchThread } from './search-thread/search-thread';
import { StoreOpener } from './stores/store-opener.service';
import { VectorSearchHealthService } from './vector-search-health.service';
import { VectorSearchController } from './vector-search.controller';
import { VectorSearchService } from './vector-search.service';

/** Search of documents by words, always, and of reports and documents by meaning, where an embeddings server is configured. */
@Module({
  imports: [CitizenReportsModule],
  controllers: [VectorSearchController],
  providers: [
    Candidates,
    DocumentIndexer,
    EmbeddingsService,
    {
      provide: FullText,
      useFactory: (database: Kysely<Tables>, thread: SearchThread) =>
        isPostgres(database) ? new PostgresFullText(database) : new SqliteFullText(thread),
      inject: [Kysely, SearchThread],
    },
    Indexer,
    IndexWorker,
    KnowledgeService,
    PiecesRepository,
    ReportComparison,
    ReportFollower,
    ReportReconciliation,
    SearchStateRepository,
    SearchThread,
    StoreOpener,
    TaskQueue,
    VectorIndex,
    VectorSearchHealthService,
    VectorSearchService,
  ],
  exports: [KnowledgeService, VectorSearchHealthService, VectorSearchService],
})
export class VectorSearchModule {}
