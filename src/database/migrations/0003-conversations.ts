import type { Kysely, Migration } from 'kysely';

export const conversations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('conversations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('user_id', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('conversations_by_owner').on('conversations').column('owner_id').execute();
    await db.schema.createIndex('conversations_by_update').on('conversations').column('updated_at').execute();

    await db.schema
      .createTable('conversation_turns')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('question_id', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) =>
        column.notNull().references('conversations.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('finish_reason', 'text')
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('sources', 'text', (column) => column.notNull())
      .addColumn('input_tokens', 'integer', (column) => column.notNull())
      .addColumn('output_tokens', 'integer', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.unique())
      .addColumn('request_hash', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'text', (column) => column.notNull())
      .addColumn('answered_at', 'text')
      .addUniqueConstraint('conversation_turns_in_order', ['conversation_id', 'position'])
      .execute();
  },
};
