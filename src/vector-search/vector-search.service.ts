import { Injectable } from '@nestjs/common';
import { EmbeddingsService } from './embeddings/embeddings.service';
import { Candidates } from './ranking/candidates';
import { fuse } from './ranking/fuse';
import type { SearchRequest, SearchResult } from './search-result';
import { VectorSearchDisabledError } from './vector-search.errors';

/** Candidates by words and by meaning, each: more than are asked for, as either may know what the other does not. */
const FEWEST_CANDIDATES = 50;

/** Finds reports and documents by meaning and by words. */
@Injectable()
export class VectorSearchService {
  /** Whether an embeddings server is configured. */
  readonly enabled: boolean;

  constructor(
    embeddings: EmbeddingsService,
    private readonly candidates: Candidates,
  ) {
    this.enabled = embeddings.enabled;
  }

  /**
   * The best matches, best first.
   *
   * @throws VectorSearchDisabledError when not enabled.
   * @throws EmbeddingsError, EmbeddingsUnavailableError, VectorStoreUnavailableError; the signal's reason once it is given.
   */
  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult[]> {
    if (!this.enabled) throw new VectorSearchDisabledError();
    const { query, topK, minScore = 0, filters = {} } = request;
    const limit = Math.max(FEWEST_CANDIDATES, 2 * topK);
    const lists = await Promise.all([
      this.candidates.byMeaning(query, filters, limit, signal),
      this.candidates.byWords(query, filters, limit),
    ]);
    signal?.throwIfAborted();
    const results = await this.candidates.results(fuse(lists).slice(0, topK));
    return results.filter(({ score }) => score >= minScore);
  }
}
