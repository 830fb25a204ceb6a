import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Kysely } from 'kysely';
import { Environment } from '../config/environment';
import { openDatabase } from './open-database';
import type { Tables } from './tables';

/** Closes the database after the last request has been answered. */
@Injectable()
class DatabaseCloser implements OnApplicationShutdown {
  constructor(private readonly database: Kysely<Tables>) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.destroy();
  }
}

/** Offers the service database, migrated, everywhere: inject Kysely<Tables>. */
@Global()
@Module({
  providers: [{ provide: Kysely, useFactory: openDatabase, inject: [Environment] }, DatabaseCloser],
  exports: [Kysely],
})
export class DatabaseModule {}
