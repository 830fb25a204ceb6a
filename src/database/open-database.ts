import { join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { Kysely, Migrator } from 'kysely';
import type { Environment } from '../config/environment';
import { MIGRATIONS } from './migrations';
import { postgresDialect } from './postgres-dialect';
import { sqliteDialect } from './sqlite-dialect';
import type { Tables } from './tables';

/** The file of the embedded database in the data directory. */
export const SQLITE_FILE = 'service.sqlite';

export type DatabaseSettings = Pick<Environment, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATA_DIR'>;

/** The service database could not be opened; the message is one line for the operator. */
export class DatabaseError extends Error {}

/**
 * Opens the service database, PostgreSQL by DATABASE_URL or else SQLite in the data directory, and brings its schema up
 * to date. Any number of processes may do so at once.
 *
 * @throws DatabaseError
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Kysely<Tables>> {
  const { DATABASE_URL, DATABASE_POOL_SIZE, DATA_DIR } = settings;
  const dialect =
    DATABASE_URL === undefined
      ? sqliteDialect(join(DATA_DIR, SQLITE_FILE))
      : await postgresDialect(DATABASE_URL, DATABASE_POOL_SIZE);
  const database = new Kysely<Tables>({ dialect });
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.destroy();
    throw new DatabaseError(`DATABASE: ${describe(error)}`, { cause: error });
  }
}

/** Runs what is missing in one transaction, under a lock of the database. */
async function migrate(database: Kysely<Tables>): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  if (error !== undefined) throw new Error('the schema cannot be brought up to date', { cause: error });
}

/** The messages of an error and of what caused it. */
function describe(error: unknown): string {
  if (!isNativeError(error)) return 'unknown';
  return error.cause === undefined ? error.message : `${error.message}: ${describe(error.cause)}`;
}
