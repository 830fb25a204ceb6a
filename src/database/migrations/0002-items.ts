import type { Kysely, Migration } from 'kysely';

export const items: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('items')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('price', 'double precision', (column) => column.notNull())
      .addColumn('tax', 'double precision')
      .execute();
  },
};
