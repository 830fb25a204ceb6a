import type { Kysely, Migration } from 'kysely';

export const corrections: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('corrections')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('report_id', 'text', (column) => column.notNull())
      .addColumn('attribute', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('report_text', 'text', (column) => column.notNull())
      .addColumn('corrected_by', 'text')
      .addColumn('corrected_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('corrections_by_report')
      .on('corrections')
      .columns(['report_id', 'id'])
      .execute();
    await db.schema
      .createIndex('corrections_by_attribute')
      .on('corrections')
      .columns(['attribute', 'id'])
      .execute();
  },
};
