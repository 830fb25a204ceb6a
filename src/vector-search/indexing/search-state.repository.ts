import { Injectable } from '@nestjs/common';
import { Kysely } from 'kysely';
import type { Tables } from '../../database/tables';

/** What the index remembers of itself: */
export type StateName =
  /** by which embedding model the vectors are, */
  | 'fingerprint'
  /** up to which dateModified reports have been looked at, */
  | 'reports_seen_until'
  /** when somebody last looked for changes, */
  | 'reports_checked_at'
  /** when all reports were last compared, */
  | 'reports_compared_at'
  /** and how many of them were not worth indexing. */
  | 'reports_left_out';

@Injectable()
export class SearchStateRepository {
  constructor(private readonly database: Kysely<Tables>) {}

  async get(name: StateName): Promise<string | undefined> {
    const row = await this.database
      .selectFrom('search_state')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.value;
  }

  async set(name: StateName, value: string): Promise<void> {
    await this.database
      .insertInto('search_state')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }

  /** Notes the time, unless somebody did so in the last `everyMs`: of several instances one gets true. */
  async takeTurn(name: StateName, everyMs: number, now = new Date()): Promise<boolean> {
    const before = new Date(now.getTime() - everyMs).toISOString();
    const value = now.toISOString();
    const result = await this.database
      .insertInto('search_state')
      .values({ name, value })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ value }).where('search_state.value', '<=', before),
      )
      .returning('name')
      .executeTakeFirst();
    return result !== undefined;
  }
}
