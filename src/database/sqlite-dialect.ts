import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
  SqliteQueryCompiler,
} from 'kysely';
import { Database, type SqlValue } from '../common/sqlite/database';

/** How long a statement waits for another process that writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/** Opens the file for Kysely, or makes it; a transaction that was committed survives a power cut. */
export function sqliteDialect(file: string): SqliteDialect {
  return new ServiceSqliteDialect({ database: () => Promise.resolve(open(file)) });
}

function open(file: string): SqliteDatabase {
  const database = new Database(file, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  return {
    close: () => {
      // So that the file alone is the whole database, for whoever copies it.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
    },
    prepare(sql): SqliteStatement {
      const statement = database.statement(sql);
      const bound = (parameters: readonly unknown[]) => parameters as SqlValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...bound(parameters)) as unknown[],
        run: (parameters) => statement.run(...bound(parameters)),
        iterate: (parameters) => statement.iterate(...bound(parameters)),
      };
    },
  };
}

class ServiceSqliteDialect extends SqliteDialect {
  constructor(private readonly settings: SqliteDialectConfig) {
    super(settings);
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.settings);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new LockFreeCompiler();
  }
}

/** Takes the write lock when a transaction begins: what it reads holds until it writes, across processes. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** Lets migrations run in one transaction, whose lock also keeps other processes from migrating meanwhile. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Leaves out `for update skip locked`: an immediate transaction already has the whole file to itself. */
class LockFreeCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'SkipLocked') super.visitSelectModifier(node);
  }
}
