import { Injectable, Logger } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import type { Caller } from '../../auth/caller';
import { redactContacts } from '../../common/privacy/redact';
import { KnowledgeService } from '../../vector-search/knowledge.service';
import type { SearchResult } from '../../vector-search/search-result';
import { VectorSearchService } from '../../vector-search/vector-search.service';
import { estimateTokens } from '../tokens';
import { ReportTools } from '../tools/report-tools.service';

const MOST_PIECES = 6;

/** What scores less says too little about the question. */
const MIN_SCORE = 0.3;

/** The most that all pieces together may take of a model's attention, by estimate. */
const MOST_TOKENS = 2_000;

/** Searches at once, of which the search takes only so many; as many answers as are written may wait for theirs. */
const MOST_SEARCHES = 16;

/** Finds what may help to answer a question: documents, and reports where every report is open to the caller. */
@Injectable()
export class Retrieval {
  private readonly logger = new Logger(Retrieval.name);
  private readonly searches = new Semaphore(MOST_SEARCHES);

  constructor(
    private readonly vectors: VectorSearchService,
    private readonly knowledge: KnowledgeService,
    private readonly reports: ReportTools,
  ) {}

  /** The best pieces that fit into the budget, best first. */
  async search(question: string, caller: Caller | undefined, signal: AbortSignal): Promise<SearchResult[]> {
    const found = await this.searches.runExclusive(() => {
      signal.throwIfAborted();
      return this.vectors.enabled
        ? this.byMeaning(question, caller, signal)
        : this.knowledge.search(question, MOST_PIECES);
    });
    return withinBudget(found.filter(({ score }) => score >= MIN_SCORE));
  }

  private async byMeaning(
    query: string,
    caller: Caller | undefined,
    signal: AbortSignal,
  ): Promise<SearchResult[]> {
    const filters = this.reports.maySeeAll(caller) ? undefined : { type: 'Document' as const };
    try {
      return await this.vectors.search({ query, topK: MOST_PIECES, minScore: MIN_SCORE, filters }, signal);
    } catch (error) {
      signal.throwIfAborted();
      const message = error instanceof Error ? error.message : String(error);
      this.logger.warn(`documents are searched by their words alone: ${message}`);
      return this.knowledge.search(query, MOST_PIECES);
    }
  }
}

function withinBudget(pieces: SearchResult[]): SearchResult[] {
  let left = MOST_TOKENS;
  return pieces.filter(({ text }) => {
    const tokens = estimateTokens(text);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}

/** The piece as a model is shown it. The documents of the city may say whom to call; citizens' reports may not. */
export const toData = ({ id, type, title, text, metadata }: SearchResult): object =>
  type === 'Document'
    ? { id, title, text }
    : { id, title: redactContacts(title), text: redactContacts(text), metadata };
