import { Injectable } from '@nestjs/common';
import { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ItemsTable, Tables } from '../database/tables';

/** An item as it is stored. */
export type Item = Readonly<ItemsTable>;

/** The items in the service database. */
@Injectable()
export class ItemsRepository {
  constructor(private readonly database: Kysely<Tables>) {}

  insert(item: Omit<Item, 'id'>): Promise<Item> {
    return this.database
      .insertInto('items')
      .values({ ...item, id: uuidv7() })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  find(id: string): Promise<Item | undefined> {
    return this.database.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** A page of the items, the oldest first, and how many there are in all. */
  async list(skip: number, limit: number): Promise<{ items: Item[]; total: number }> {
    const { total } = await this.database
      .selectFrom('items')
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    const items = await this.database
      .selectFrom('items')
      .selectAll()
      .orderBy('id')
      .limit(limit)
      .offset(skip)
      .execute();
    return { items, total: Number(total) };
  }
}
