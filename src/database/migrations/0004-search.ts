import { type Kysely, type Migration, sql } from 'kysely';
import { isPostgres } from '../is-postgres';

/** What is searched, its words and, with SQLite, its vectors, and the queue of what has to be indexed. */
export const search: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('search_pieces')
      .addColumn('no', isPostgres(db) ? 'serial' : 'integer', (column) => column.primaryKey())
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('document', 'text')
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('category', 'text')
      .addColumn('status', 'text')
      .addColumn('metadata', 'text', (column) => column.notNull())
      .addColumn('text_hash', 'text', (column) => column.notNull())
      .addColumn('vector_hash', 'text')
      .addColumn('vector_labels', 'text')
      .execute();
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('search_pieces').columns(columns).execute();
    await index('search_pieces_by_id', ['type', 'id']);
    await index('search_pieces_by_document', ['document']);
    await index('search_pieces_by_category', ['category', 'status']);
    await index('search_pieces_by_status', ['status']);

    await db.schema
      .createTable('search_documents')
      .addColumn('path', 'text', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('search_tasks')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .addColumn('claimed_until', 'text')
      .addColumn('failed_at', 'text')
      .addColumn('last_error', 'text')
      .execute();
    await db.schema
      .createIndex('search_tasks_by_due')
      .on('search_tasks')
      .columns(['failed_at', 'due_at'])
      .execute();

    await db.schema
      .createTable('search_state')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();

    await (isPostgres(db) ? createWordsOnPostgres(db) : createWordsAndVectorsOnSqlite(db));
  },
};

async function createWordsOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE search_words (
      no integer PRIMARY KEY REFERENCES search_pieces (no) ON DELETE CASCADE,
      words tsvector NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX search_words_by_word ON search_words USING gin (words)`.execute(db);
}

async function createWordsAndVectorsOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE VIRTUAL TABLE search_words
    USING fts5 (title, text, content = '', contentless_delete = 1, tokenize = 'unicode61')`.execute(db);
  await sql`
    CREATE TABLE search_vectors (
      no INTEGER PRIMARY KEY REFERENCES search_pieces (no) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      vector BLOB NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX search_vectors_by_version ON search_vectors (version)`.execute(db);
}
