import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables';
import type { Piece } from '../pieces/piece';
import type { SearchThread } from '../search-thread/search-thread';
import type { SearchFilters } from '../search-result';
import { FullText } from './full-text';
import { type QueryWords, searchWords } from './search-words';

/** Words in an FTS5 table, ordered by BM25. */
export class SqliteFullText extends FullText {
  constructor(private readonly thread: SearchThread) {
    super();
  }

  async put(
    database: Kysely<Tables>,
    no: number,
    { title, text }: Pick<Piece, 'title' | 'text'>,
  ): Promise<void> {
    const [titleWords, textWords] = [title, text].map((part) => searchWords(part).join(' '));
    await sql`
      INSERT OR REPLACE INTO search_words (rowid, title, text) VALUES (${no}, ${titleWords}, ${textWords})
    `.execute(database);
  }

  async remove(database: Kysely<Tables>, numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0) return;
    await sql`DELETE FROM search_words WHERE rowid IN (${sql.join(numbers)})`.execute(database);
  }

  search({ words, pairs }: QueryWords, filters: SearchFilters, limit: number): Promise<string[]> {
    // The words are letters and digits, so nothing in the quotes ends them.
    const match = [...words, ...pairs].map((term) => `"${term}"`).join(' OR ');
    return this.thread.run('words', match, filters, limit);
  }
}
