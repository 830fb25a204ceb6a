import type { Kysely, Migration } from 'kysely';

export const usersAndApiKeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('username', 'text', (column) => column.notNull().unique())
      .addColumn('email', 'text')
      .addColumn('email_key', 'text', (column) => column.unique())
      .addColumn('full_name', 'text')
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('token_version', 'integer', (column) => column.notNull())
      .addColumn('disabled_at', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('last_seen_at', 'text')
      .execute();
    await db.schema.createIndex('users_by_role').on('users').columns(['role', 'id']).execute();
    await db.schema.createIndex('users_by_last_seen').on('users').column('last_seen_at').execute();

    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('prefix', 'text', (column) => column.notNull().unique())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'text')
      .execute();
    await db.schema.createIndex('api_keys_by_user').on('api_keys').columns(['user_id', 'id']).execute();
  },
};
