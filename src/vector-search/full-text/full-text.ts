import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables';
import type { Piece } from '../pieces/piece';
import type { SearchFilters } from '../search-result';
import type { QueryWords } from './search-words';

/** The words of all pieces, kept by the service database: FTS5 in SQLite, tsvector in PostgreSQL. */
export abstract class FullText {
  /** Puts the words of the piece of that number in, or in place of its former ones. */
  abstract put(database: Kysely<Tables>, no: number, piece: Pick<Piece, 'title' | 'text'>): Promise<void>;

  /** Called before the pieces themselves are removed. */
  abstract remove(database: Kysely<Tables>, numbers: readonly number[]): Promise<void>;

  /** The keys of the pieces that have one of the words or more, the best first. */
  abstract search(query: QueryWords, filters: SearchFilters, limit: number): Promise<string[]>;
}
