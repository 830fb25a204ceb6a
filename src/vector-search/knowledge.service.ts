import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DocumentIndexer } from './documents/document-indexer';
import { IndexWorker } from './indexing/index-worker.service';
import { Candidates } from './ranking/candidates';
import { fuse } from './ranking/fuse';
import type { SearchResult } from './search-result';

const FEWEST_CANDIDATES = 50;

/** Finds pieces of the documents under KNOWLEDGE_DIR by their words; needs no embeddings server. */
@Injectable()
export class KnowledgeService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(KnowledgeService.name);
  private read: Promise<void> = Promise.resolve();

  constructor(
    private readonly documents: DocumentIndexer,
    private readonly worker: IndexWorker,
    private readonly candidates: Candidates,
  ) {}

  onApplicationBootstrap(): void {
    this.read = this.readDocuments();
  }

  async onModuleDestroy(): Promise<void> {
    await this.read;
  }

  /** The best matches, best first; none when no word of the query occurs in any document. */
  async search(query: string, limit: number): Promise<SearchResult[]> {
    await this.read;
    const list = await this.candidates.byWords(
      query,
      { type: 'Document' },
      Math.max(FEWEST_CANDIDATES, limit),
    );
    return this.candidates.results(fuse([list]).slice(0, limit));
  }

  private async readDocuments(): Promise<void> {
    try {
      const { documents, changed, removed } = await this.documents.run();
      if (changed + removed > 0)
        this.logger.log(`${documents} documents, ${changed} changed, ${removed} removed`);
      this.worker.wake();
    } catch (error) {
      this.logger.error(
        `the documents cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
