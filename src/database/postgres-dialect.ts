import { HttpStatus, Logger } from '@nestjs/common';
import { type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver } from 'kysely';
import type { Pool } from 'pg';
import { ServiceError } from '../common/errors/service-error';

const POOL = {
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  /** Ends a statement on the server. */
  statement_timeout: 10_000,
  /** Gives a statement up when not even that was answered. */
  query_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
  keepAlive: true,
  application_name: 'civic-issue-service',
} as const;

/** 503: the database server cannot be reached, or all connections are busy. */
export class DatabaseUnavailableError extends ServiceError {
  constructor(cause: unknown) {
    super(
      HttpStatus.SERVICE_UNAVAILABLE,
      'DatabaseUnavailable',
      'the database cannot be reached',
      undefined,
      {
        cause,
        retryAfterSeconds: 5,
      },
    );
  }
}

export async function postgresDialect(url: string, poolSize: number): Promise<PostgresDialect> {
  return new ServicePostgresDialect(await servicePool(url, poolSize));
}

/** @param options settings of each session, as `-c name=value` */
export async function servicePool(url: string, size: number, options?: string): Promise<Pool> {
  const { Pool } = await import('pg');
  const logger = new Logger('Database');
  const pool = new Pool({ ...POOL, max: size, connectionString: url, options });
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', ({ message }) => logger.warn(`an idle connection was lost: ${message}`));
  return pool;
}

class ServicePostgresDialect extends PostgresDialect {
  constructor(private readonly pool: Pool) {
    super({ pool });
  }

  override createDriver(): Driver {
    return new HonestDriver({ pool: this.pool });
  }
}

/** Tells an unreachable server from a query that failed. */
class HonestDriver extends PostgresDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    try {
      return await super.acquireConnection();
    } catch (error) {
      throw new DatabaseUnavailableError(error);
    }
  }
}
