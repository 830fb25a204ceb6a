import { Injectable } from '@nestjs/common';
import { FullText } from '../full-text/full-text';
import { queryWords } from '../full-text/search-words';
import { VectorIndex } from '../indexing/vector-index';
import { PiecesRepository, toResult } from '../pieces/pieces.repository';
import type { SearchFilters, SearchResult } from '../search-result';
import type { Fused, RankedList } from './fuse';
import { vectorFit, wordFit } from './word-fit';

/** The pieces that may answer a query, by their words and by their meaning. */
@Injectable()
export class Candidates {
  constructor(
    private readonly fullText: FullText,
    private readonly index: VectorIndex,
    private readonly pieces: PiecesRepository,
  ) {}

  /** Those with words of the query; they fit by the share of the words that they have. */
  async byWords(query: string, filters: SearchFilters, limit: number): Promise<RankedList> {
    const looked = queryWords(query);
    if (looked.words.length === 0) return { hits: [] };
    const keys = await this.fullText.search(looked, filters, limit);
    const pieces = new Map((await this.pieces.find(keys)).map((piece) => [piece.key, piece]));
    return {
      hits: keys.flatMap((key) => {
        const piece = pieces.get(key);
        return piece === undefined ? [] : [{ key, fit: wordFit(looked.words, piece) }];
      }),
    };
  }

  /** Those with the most similar vectors. */
  async byMeaning(
    query: string,
    filters: SearchFilters,
    limit: number,
    signal?: AbortSignal,
  ): Promise<RankedList> {
    const [vector] = await this.index.embed([query], signal);
    if (vector === undefined) return { hits: [] };
    const neighbours = await this.index.nearest(vector, filters, limit);
    return { hits: neighbours.map(({ key, similarity }) => ({ key, fit: vectorFit(similarity) })) };
  }

  /** What was found, as far as it is still there. */
  async results(found: readonly Fused[]): Promise<SearchResult[]> {
    const pieces = new Map(
      (await this.pieces.find(found.map(({ key }) => key))).map((row) => [row.key, row]),
    );
    return found.flatMap(({ key, score }) => {
      const piece = pieces.get(key);
      return piece === undefined ? [] : [toResult(piece, Math.round(score * 1e4) / 1e4)];
    });
  }
}
