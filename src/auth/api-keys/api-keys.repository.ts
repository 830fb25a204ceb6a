import { Injectable } from '@nestjs/common';
import { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ApiKeysTable, Tables } from '../../database/tables';

/** An API key as it is stored, without the key itself. */
export type ApiKey = Readonly<ApiKeysTable>;

export type NewApiKey = Pick<ApiKeysTable, 'user_id' | 'name' | 'description' | 'prefix' | 'hash'>;

const MINUTE_MS = 60_000;

/** The API keys in the service database. */
@Injectable()
export class ApiKeysRepository {
  constructor(private readonly database: Kysely<Tables>) {}

  /** The new key; undefined when its owner has `most` already. */
  insert(key: NewApiKey, most: number): Promise<ApiKey | undefined> {
    return this.database.transaction().execute(async (transaction) => {
      // Keys of one owner are made one after the other, so that together they stay within the limit.
      await transaction.selectFrom('users').select('id').where('id', '=', key.user_id).forUpdate().execute();
      const { count } = await transaction
        .selectFrom('api_keys')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('user_id', '=', key.user_id)
        .executeTakeFirstOrThrow();
      if (Number(count) >= most) return undefined;
      return transaction
        .insertInto('api_keys')
        .values({ ...key, id: uuidv7(), created_at: new Date().toISOString() })
        .returningAll()
        .executeTakeFirst();
    });
  }

  /** All of the owner's keys, the oldest first. */
  listOf(userId: string): Promise<ApiKey[]> {
    return this.database
      .selectFrom('api_keys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
  }

  findByPrefix(prefix: string): Promise<ApiKey | undefined> {
    return this.database.selectFrom('api_keys').selectAll().where('prefix', '=', prefix).executeTakeFirst();
  }

  /** False when the owner has no key of this id. */
  async remove(id: string, userId: string): Promise<boolean> {
    const { numDeletedRows } = await this.database
      .deleteFrom('api_keys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Notes, to the minute, that the key was used. */
  async noteUsed({ id, last_used_at }: ApiKey, now: Date): Promise<void> {
    if (last_used_at !== null && now.getTime() - Date.parse(last_used_at) < MINUTE_MS) return;
    await this.database
      .updateTable('api_keys')
      .set({ last_used_at: now.toISOString() })
      .where('id', '=', id)
      .execute();
  }
}
