import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables';
import type { Piece } from '../pieces/piece';
import type { SearchFilters } from '../search-result';
import { FullText } from './full-text';
import { type QueryWords, searchWords } from './search-words';

/** Words as tsvector, ordered by how many of those of the query a piece has, then by how densely. */
export class PostgresFullText extends FullText {
  constructor(private readonly database: Kysely<Tables>) {
    super();
  }

  async put(
    database: Kysely<Tables>,
    no: number,
    { title, text }: Pick<Piece, 'title' | 'text'>,
  ): Promise<void> {
    const [titleWords, textWords] = [title, text].map((part) => searchWords(part).join(' '));
    await sql`
      INSERT INTO search_words (no, words)
      VALUES (
        ${no},
        setweight(to_tsvector('simple', ${titleWords}), 'A') || setweight(to_tsvector('simple', ${textWords}), 'B')
      )
      ON CONFLICT (no) DO UPDATE SET words = excluded.words
    `.execute(database);
  }

  /** They go with their pieces. */
  async remove(): Promise<void> {}

  async search({ words, pairs }: QueryWords, filters: SearchFilters, limit: number): Promise<string[]> {
    const term = (text: string) => sql`phraseto_tsquery('simple', ${text})`;
    const query = sql.join([...words, ...pairs].map(term), sql` || `);
    const occurring = sql.join(
      words.map((word) => sql`(w.words @@ ${term(word)})::int`),
      sql` + `,
    );
    const conditions = [sql`w.words @@ (${query})`];
    for (const column of ['type', 'category', 'status'] as const) {
      if (filters[column] !== undefined) conditions.push(sql`p.${sql.id(column)} = ${filters[column]}`);
    }
    const { rows } = await sql<{ key: string }>`
      SELECT p.key FROM search_words AS w JOIN search_pieces AS p ON p.no = w.no
      WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY ${occurring} DESC, ts_rank_cd(w.words, ${query}, 1) DESC, p.no
      LIMIT ${limit}
    `.execute(this.database);
    return rows.map(({ key }) => key);
  }
}
