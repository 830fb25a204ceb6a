import { Injectable } from '@nestjs/common';
import { type Insertable, Kysely, type Selectable, sql } from 'kysely';
import { CITIZEN_REPORT } from '../../citizen-reports/citizen-report';
import { isPostgres } from '../../database/is-postgres';
import type { JsonObject } from '../../ngsi-ld/entity';
import type { SearchPiecesTable, Tables } from '../../database/tables';
import { FullText } from '../full-text/full-text';
import type { SearchResult } from '../search-result';
import { labelsKey, type Piece, pieceKey, textHash } from './piece';

/** A piece as it is stored. */
export type StoredPiece = Selectable<SearchPiecesTable>;

/** What is searched, in the service database, together with its words. */
@Injectable()
export class PiecesRepository {
  constructor(
    private readonly database: Kysely<Tables>,
    private readonly fullText: FullText,
  ) {}

  /** Stores the piece with its words. Its vector is left as it is, for the index to bring in line. */
  put(piece: Piece): Promise<StoredPiece> {
    return this.database.transaction().execute((transaction) => this.putIn(transaction, piece));
  }

  /** As {@link put}, in a transaction of the caller. */
  async putIn(transaction: Kysely<Tables>, piece: Piece): Promise<StoredPiece> {
    const row = toRow(piece);
    const former = await transaction
      .selectFrom('search_pieces')
      .select('text_hash')
      .where('key', '=', row.key)
      .executeTakeFirst();
    const stored = await transaction
      .insertInto('search_pieces')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .returningAll()
      .executeTakeFirstOrThrow();
    if (former?.text_hash !== stored.text_hash) await this.fullText.put(transaction, stored.no, piece);
    return stored;
  }

  remove(keys: readonly string[]): Promise<void> {
    return this.database.transaction().execute((transaction) => this.removeIn(transaction, keys));
  }

  /** As {@link remove}, in a transaction of the caller. */
  async removeIn(transaction: Kysely<Tables>, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const rows = await transaction
      .selectFrom('search_pieces')
      .select('no')
      .where('key', 'in', keys)
      .execute();
    await this.fullText.remove(
      transaction,
      rows.map(({ no }) => no),
    );
    await transaction.deleteFrom('search_pieces').where('key', 'in', keys).execute();
  }

  /** Those that are there, in no order. */
  async find(keys: readonly string[]): Promise<StoredPiece[]> {
    if (keys.length === 0) return [];
    return this.database.selectFrom('search_pieces').selectAll().where('key', 'in', keys).execute();
  }

  /** Within a transaction of the caller. */
  async ofDocument(
    transaction: Kysely<Tables>,
    path: string,
  ): Promise<Pick<StoredPiece, 'key' | 'type' | 'id' | 'text_hash'>[]> {
    return transaction
      .selectFrom('search_pieces')
      .select(['key', 'type', 'id', 'text_hash'])
      .where('document', '=', path)
      .execute();
  }

  /** Notes that the vector store has the vector of this text, and the labels, of each. */
  async markIndexed(pieces: readonly StoredPiece[], fingerprint: string): Promise<void> {
    await this.database.transaction().execute(async (transaction) => {
      for (const piece of pieces) {
        await transaction
          .updateTable('search_pieces')
          .set({ vector_hash: vectorHash(piece, fingerprint), vector_labels: labelsKey(piece) })
          .where('no', '=', piece.no)
          .where('text_hash', '=', piece.text_hash)
          .execute();
      }
    });
  }

  /** A page of the pieces without a vector of this model, by number. */
  async withoutVector(
    fingerprint: string,
    afterNo: number,
    limit: number,
  ): Promise<Pick<StoredPiece, 'no' | 'key' | 'type' | 'id'>[]> {
    const current = sql<string>`${`${fingerprint}:`} || text_hash`;
    return this.database
      .selectFrom('search_pieces')
      .select(['no', 'key', 'type', 'id'])
      .where('no', '>', afterNo)
      .where((is) => is.or([is('vector_hash', 'is', null), is('vector_hash', '<>', current)]))
      .orderBy('no')
      .limit(limit)
      .execute();
  }

  /** The reports with an id after one and up to another, or to the last, in the order of their bytes as in brokers. */
  async reportsBetween(after: string, upTo: string | undefined): Promise<Pick<StoredPiece, 'type' | 'id'>[]> {
    const id = isPostgres(this.database) ? sql<string>`id COLLATE "C"` : sql<string>`id`;
    return this.database
      .selectFrom('search_pieces')
      .select(['type', 'id'])
      .where('type', '=', CITIZEN_REPORT)
      .where(id, '>', after)
      .where(upTo === undefined ? sql.lit(true) : sql<boolean>`${id} <= ${upTo}`)
      .execute();
  }

  async countReports(): Promise<number> {
    const { reports } = await this.database
      .selectFrom('search_pieces')
      .select(({ fn }) => fn.countAll().as('reports'))
      .where('type', '=', CITIZEN_REPORT)
      .executeTakeFirstOrThrow();
    return Number(reports);
  }

  /** How many pieces there are, and how many of them have a vector of this model. */
  async count(fingerprint: string): Promise<{ pieces: number; vectors: number }> {
    const { pieces, vectors } = await this.database
      .selectFrom('search_pieces')
      .select(({ fn }) => [
        fn.countAll().as('pieces'),
        sql<number>`count(*) filter (where vector_hash = ${`${fingerprint}:`} || text_hash)`.as('vectors'),
      ])
      .executeTakeFirstOrThrow();
    return { pieces: Number(pieces), vectors: Number(vectors) };
  }
}

/** Whether the row says all that the piece does. */
export const isStored = (piece: Piece, row: StoredPiece | undefined): boolean =>
  row !== undefined &&
  Object.entries(toRow(piece)).every(([name, value]) => row[name as keyof StoredPiece] === value);

/** What `vector_hash` is when the vector store has the piece's text by the model of this fingerprint. */
export const vectorHash = ({ text_hash }: Pick<StoredPiece, 'text_hash'>, fingerprint: string): string =>
  `${fingerprint}:${text_hash}`;

export const toResult = ({ id, type, title, text, metadata }: StoredPiece, score: number): SearchResult => ({
  id,
  type,
  title,
  text,
  score,
  metadata: JSON.parse(metadata) as JsonObject,
});

function toRow(piece: Piece): Insertable<SearchPiecesTable> & { key: string } {
  const { type, id, document, title, text, category, status, metadata } = piece;
  return {
    key: pieceKey(piece),
    type,
    id,
    document: document ?? null,
    title,
    text,
    category: category ?? null,
    status: status ?? null,
    metadata: JSON.stringify(metadata),
    text_hash: textHash(piece),
  };
}
