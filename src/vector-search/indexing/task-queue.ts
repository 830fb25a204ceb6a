import { Injectable } from '@nestjs/common';
import { Kysely, type Selectable, sql } from 'kysely';
import { isPostgres } from '../../database/is-postgres';
import type { SearchTasksTable, Tables } from '../../database/tables';
import { type Piece, pieceKey } from '../pieces/piece';

/** A piece that the index has to be brought in line with, and the change of it that is meant. */
export type Task = Pick<Selectable<SearchTasksTable>, 'key' | 'type' | 'id' | 'version' | 'attempts'>;

/** How a task fared that could not be done. */
export interface Setback {
  error: string;
  /** Whether it counts as an attempt; what is nobody's fault but the servers' is tried for ever. */
  counts: boolean;
}

export interface QueueCounts {
  pending: number;
  failed: number;
}

/** A task is given up after as many attempts. */
export const MOST_ATTEMPTS = 5;

const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 5 * 60_000;

/** Rows to a statement: databases bound the values that one may bind. */
const ROWS_A_STATEMENT = 500;

/**
 * What has yet to be indexed, in the service database: it outlives the process, and any number of processes may take
 * work from it. A piece is in it once, however often it changed.
 */
@Injectable()
export class TaskQueue {
  constructor(private readonly database: Kysely<Tables>) {}

  /** Asks for the pieces to be looked at again, also those that were given up. */
  async add(pieces: readonly Pick<Piece, 'type' | 'id'>[], database = this.database): Promise<void> {
    const due_at = new Date().toISOString();
    const rows = [...new Map(pieces.map((piece) => [pieceKey(piece), piece]))].map(([key, { type, id }]) => ({
      ...{ key, type, id, version: 1, attempts: 0, due_at },
    }));
    for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
      await database
        .insertInto('search_tasks')
        .values(rows.slice(from, from + ROWS_A_STATEMENT))
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            version: sql`search_tasks.version + 1`,
            ...{ attempts: 0, due_at, failed_at: null, last_error: null },
          }),
        )
        .execute();
    }
  }

  /** Takes up to `limit` tasks that are due; nobody else is given them for `leaseMs`. */
  async claim(limit: number, leaseMs: number): Promise<Task[]> {
    const now = new Date();
    return this.database
      .with('due', (database) =>
        database
          .selectFrom('search_tasks')
          .select('key')
          .where('failed_at', 'is', null)
          .where('due_at', '<=', now.toISOString())
          .where((is) =>
            is.or([is('claimed_until', 'is', null), is('claimed_until', '<', now.toISOString())]),
          )
          .orderBy('due_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('search_tasks')
      .set({ claimed_until: new Date(now.getTime() + leaseMs).toISOString() })
      .where('key', 'in', (database) => database.selectFrom('due').select('due.key'))
      .returning(['key', 'type', 'id', 'version', 'attempts'])
      .execute();
  }

  /** The tasks are done; those whose piece changed meanwhile are due again. */
  async finish(tasks: readonly Task[]): Promise<void> {
    await this.database.transaction().execute(async (transaction) => {
      for (const { key, version } of tasks) {
        await transaction
          .deleteFrom('search_tasks')
          .where('key', '=', key)
          .where('version', '=', version)
          .execute();
        await this.release(transaction, key).execute();
      }
    });
  }

  /** The tasks could not be done: they are due again later each time, or given up. */
  async postpone(tasks: readonly Task[], { error, counts }: Setback): Promise<void> {
    const now = new Date();
    await this.database.transaction().execute(async (transaction) => {
      for (const { key, version, attempts: former } of tasks) {
        const attempts = counts ? former + 1 : former;
        const failed_at = attempts >= MOST_ATTEMPTS ? now.toISOString() : null;
        await this.release(transaction, key).execute();
        await transaction
          .updateTable('search_tasks')
          .set({ attempts, failed_at, last_error: error.slice(0, 500), due_at: later(now, attempts) })
          .where('key', '=', key)
          .where('version', '=', version)
          .execute();
      }
    });
  }

  /** Tries again what was given up. */
  async retryFailed(): Promise<void> {
    await this.database
      .updateTable('search_tasks')
      .set({ attempts: 0, failed_at: null, last_error: null, due_at: new Date().toISOString() })
      .where('failed_at', 'is not', null)
      .execute();
  }

  /** Takes back what a process that has ended worked on. With SQLite there is no other; with PostgreSQL it takes its time. */
  async releaseAbandoned(): Promise<void> {
    if (isPostgres(this.database)) return;
    await this.database.updateTable('search_tasks').set({ claimed_until: null }).execute();
  }

  /** Whether anything is waiting or being worked on. */
  async isEmpty(): Promise<boolean> {
    return (await this.counts()).pending === 0;
  }

  async counts(): Promise<QueueCounts> {
    const { pending, failed } = await this.database
      .selectFrom('search_tasks')
      .select(({ fn }) => [fn.countAll().as('pending'), fn.count('failed_at').as('failed')])
      .executeTakeFirstOrThrow();
    return { pending: Number(pending) - Number(failed), failed: Number(failed) };
  }

  private release(database: Kysely<Tables>, key: string) {
    return database.updateTable('search_tasks').set({ claimed_until: null }).where('key', '=', key);
  }
}

/** Doubles with each attempt, with jitter, so that instances do not come back together. */
function later(now: Date, attempts: number): string {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** attempts, LONGEST_DELAY_MS);
  return new Date(now.getTime() + delay * (0.75 + Math.random() / 2)).toISOString();
}
