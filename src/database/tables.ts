import type { Role } from '../auth/caller';

/**
 * The tables of the service database. Points in time are ISO 8601 texts in UTC with milliseconds, which sort in time,
 * and ids are UUIDv7: one schema for SQLite and PostgreSQL.
 */
export interface Tables {
  users: UsersTable;
  api_keys: ApiKeysTable;
  items: ItemsTable;
}

export interface UsersTable {
  id: string;
  /** In lower case; unique. */
  username: string;
  /** As it was given. */
  email: string | null;
  /** The e-mail address in lower case; unique. */
  email_key: string | null;
  full_name: string | null;
  role: Role;
  /** argon2id, in PHC notation. */
  password_hash: string;
  /** Tokens carry the version they were issued under; raising it ends them. */
  token_version: number;
  /** Null while the account is active. */
  disabled_at: string | null;
  created_at: string;
  /** The latest authenticated request, to the hour. */
  last_seen_at: string | null;
}

export interface ApiKeysTable {
  id: string;
  user_id: string;
  name: string;
  description: string | null;
  /** The beginning of the key, by which it is found; unique. */
  prefix: string;
  /** SHA-256 of the whole key, hexadecimal. */
  hash: string;
  created_at: string;
  /** The latest request with the key, to the minute. */
  last_used_at: string | null;
}

export interface ItemsTable {
  id: string;
  name: string;
  description: string | null;
  price: number;
  tax: number | null;
}
