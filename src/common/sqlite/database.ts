import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';

export type SqlValue = string | number | null | Uint8Array;

/** What JavaScript functions callable from SQL take and return. */
export type SqlFunction = (...values: SqlValue[]) => SqlValue;

/** Statements that are kept prepared. */
const CACHED_STATEMENTS = 256;

/**
 * One connection to a SQLite file. Statements are prepared once; all values are bound, never written into the text.
 * The rows of `T` are what the statement's columns are: there is no check.
 */
export class Database {
  private readonly connection: DatabaseSyncInstance;
  private readonly statements = new Map<string, StatementSyncInstance>();

  constructor(
    private readonly file: string,
    { readOnly = false, busyTimeoutMs = 5000 } = {},
  ) {
    this.connection = new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs });
  }

  /** @throws Error whose message begins with the file, which may be none of SQLite's at all. */
  exec(sql: string): void {
    try {
      this.connection.exec(sql);
    } catch (error) {
      if (error instanceof Error) error.message = `${this.file}: ${error.message}`;
      throw error;
    }
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.statement(sql).run(...values);
  }

  /** Runs an INSERT; the new row's id. */
  insert(sql: string, ...values: SqlValue[]): number {
    return Number(this.statement(sql).run(...values).lastInsertRowid);
  }

  get<T>(sql: string, ...values: SqlValue[]): T | undefined {
    return this.statement(sql).get(...values) as T | undefined;
  }

  all<T>(sql: string, ...values: SqlValue[]): T[] {
    return this.statement(sql).all(...values) as T[];
  }

  *iterate<T>(sql: string, ...values: SqlValue[]): Generator<T, void, undefined> {
    try {
      yield* this.statement(sql).iterate(...values) as Iterable<T>;
    } catch (error) {
      // The driver would throw the failure again at the statement's next use.
      this.statements.delete(sql);
      throw error;
    }
  }

  /**
   * Makes a function callable from SQL; what it throws ends the statement. A deterministic one gives the same result
   * for the same values, and SQLite may call it less often.
   */
  define(name: string, implementation: SqlFunction, { deterministic = true } = {}): void {
    this.connection.function(name, { deterministic, varargs: true }, implementation);
  }

  /** Runs `work` between `begin` and `commit`, and undoes all of it when it throws. */
  transaction<T>(work: () => T, mode: 'DEFERRED' | 'IMMEDIATE' | 'EXCLUSIVE' = 'IMMEDIATE'): T {
    this.exec(`BEGIN ${mode}`);
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk, for one, makes SQLite roll back by itself.
      if (this.connection.isTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  /** How many rows the connection has changed since it was opened. */
  get changes(): number {
    return this.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0;
  }

  close(): void {
    this.statements.clear();
    if (this.connection.isOpen) this.connection.close();
  }

  /** The prepared statement, kept for its next use. */
  statement(sql: string): StatementSyncInstance {
    const cached = this.statements.get(sql);
    if (cached !== undefined) {
      // The map's order is that of use.
      this.statements.delete(sql);
      this.statements.set(sql, cached);
      return cached;
    }
    const prepared = this.connection.prepare(sql);
    this.statements.set(sql, prepared);
    if (this.statements.size > CACHED_STATEMENTS) {
      const [oldest] = this.statements.keys();
      if (oldest !== undefined) this.statements.delete(oldest);
    }
    return prepared;
  }
}

/** A name as an identifier of SQL. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
