import { type Kysely, PostgresAdapter } from 'kysely';

/** Whether the database is PostgreSQL; it is SQLite otherwise. */
export const isPostgres = <T>(database: Kysely<T>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter;
