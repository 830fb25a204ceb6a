import type { Database } from '../../common/sqlite/database';
import type { SearchFilters } from '../search-result';
import type { Neighbour } from '../stores/neighbour';
import { filterSql } from './filter-sql';
import { VectorTable } from './vector-table';

/** A word in the title says more than one in the text. */
const RANK = 'bm25(search_words, 2.0, 1.0)';

/** Searches the embedded database. It takes its time, so it belongs into a thread of its own. */
export class Searcher {
  private readonly vectors: VectorTable;

  constructor(private readonly database: Database) {
    this.vectors = new VectorTable(database);
  }

  /** @param match an FTS5 query; the keys of the pieces that meet it, the best first. */
  words(match: string, filters: SearchFilters, limit: number): string[] {
    const { where, values } = filterSql(filters, { condition: 'search_words MATCH ?', value: match });
    const rows = this.database.all<{ key: string }>(
      `SELECT p.key FROM search_words JOIN search_pieces AS p ON p.no = search_words.rowid ${where}
       ORDER BY ${RANK}, p.no LIMIT ?`,
      ...values,
      limit,
    );
    return rows.map(({ key }) => key);
  }

  /** @param query of length 1; the pieces with the most similar vectors of as many dimensions, the nearest first. */
  nearest(query: Float32Array, filters: SearchFilters, limit: number): Neighbour[] {
    const found = this.vectors.nearest(query, filters, limit);
    const keys = this.database.all<{ no: number; key: string }>(
      'SELECT no, key FROM search_pieces WHERE no IN (SELECT value FROM json_each(?))',
      JSON.stringify(found.map(({ no }) => no)),
    );
    const keyOf = new Map(keys.map(({ no, key }) => [no, key]));
    return found.flatMap(({ no, similarity }) => {
      const key = keyOf.get(no);
      return key === undefined ? [] : [{ key, similarity }];
    });
  }
}
