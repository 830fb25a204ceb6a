import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Kysely } from 'kysely';
import { DataDirectoryLock } from '../common/data-directory/data-directory-lock';
import { Environment } from '../config/environment';
import { openDatabase } from './open-database';
import type { Tables } from './tables';

/** Keeps the database for this process, and closes it after the last request has been answered. */
@Injectable()
class DatabaseKeeper implements OnApplicationShutdown {
  private readonly lock: DataDirectoryLock | undefined;

  /** @throws DataDirectoryInUseError when the database is a file and another process of the service has it. */
  constructor(
    private readonly database: Kysely<Tables>,
    { DATABASE_URL, DATA_DIR }: Environment,
  ) {
    // The broker's stores below have a lock of their own, so that a stand-alone broker may share the directory.
    this.lock = DATABASE_URL === undefined ? DataDirectoryLock.acquire(DATA_DIR) : undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.destroy();
    this.lock?.release();
  }
}

/** Offers the service database, migrated, everywhere: inject Kysely<Tables>. */
@Global()
@Module({
  providers: [{ provide: Kysely, useFactory: openDatabase, inject: [Environment] }, DatabaseKeeper],
  exports: [Kysely],
})
export class DatabaseModule {}
