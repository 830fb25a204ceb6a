import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { types } from 'node:util';
import { Database } from '../sqlite/database';

const LOCK_FILE = 'lock.sqlite';

/** Another process has the data directory open. */
export class DataDirectoryInUseError extends Error {
  constructor(directory: string) {
    super(`the data directory ${directory} is in use by another process`);
  }
}

/**
 * Keeps a data directory for one process: an exclusive transaction on a small SQLite file of its own, and thus a lock
 * of the operating system that ends with the process, however it ends.
 */
export class DataDirectoryLock {
  private constructor(private readonly database: Database) {}

  /** @throws DataDirectoryInUseError when another process, or this one, holds the lock. */
  static acquire(directory: string): DataDirectoryLock {
    mkdirSync(directory, { recursive: true });
    const database = new Database(join(directory, LOCK_FILE), { busyTimeoutMs: 0 });
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE');
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      throw isLocked(error) ? new DataDirectoryInUseError(directory) : error;
    }
    return new DataDirectoryLock(database);
  }

  release(): void {
    this.database.close();
  }
}

const isLocked = (error: unknown): boolean =>
  types.isNativeError(error) && /database is locked/.test(error.message);
