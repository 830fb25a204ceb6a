import { Injectable } from '@nestjs/common';
import type { SearchRequest, SearchResult } from './search-result';
import { VectorSearchDisabledError } from './vector-search.errors';

/** Finds reports and documents by meaning and by words. */
@Injectable()
export class VectorSearchService {
  /** Whether an embeddings server is configured. */
  readonly enabled: boolean = false;

  /**
   * The best matches, best first.
   *
   * @throws VectorSearchDisabledError when not enabled.
   */
  search(_request: SearchRequest, _signal?: AbortSignal): Promise<SearchResult[]> {
    return Promise.reject(new VectorSearchDisabledError());
  }
}
