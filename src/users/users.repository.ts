import { Injectable } from '@nestjs/common';
import { Kysely, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Role } from '../auth/caller';
import type { Tables, UsersTable } from '../database/tables';
import { foldCase } from './account-rules';

/** An account. */
export type User = Readonly<UsersTable>;

export interface NewUser {
  username: string;
  email: string | null;
  full_name: string | null;
  role: Role;
  password_hash: string;
}

export interface UserChange {
  role?: Role;
  active?: boolean;
}

/** The change would leave nobody who can administer the service. */
export class LastAdministratorError extends Error {}

const HOUR_MS = 3_600_000;

/** The accounts in the service database. */
@Injectable()
export class UsersRepository {
  constructor(private readonly database: Kysely<Tables>) {}

  /** The new account; undefined when its username or e-mail is taken. */
  insert(user: NewUser): Promise<User | undefined> {
    return this.database
      .insertInto('users')
      .values({
        ...user,
        id: uuidv7(),
        email_key: user.email === null ? null : foldCase(user.email),
        token_version: 0,
        created_at: new Date().toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  findById(id: string): Promise<User | undefined> {
    return this.database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** By username, in lower case. */
  findByUsername(username: string): Promise<User | undefined> {
    return this.database.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst();
  }

  findByEmail(email: string): Promise<User | undefined> {
    return this.database
      .selectFrom('users')
      .selectAll()
      .where('email_key', '=', foldCase(email))
      .executeTakeFirst();
  }

  /** A page of the accounts, the oldest first, and how many there are in all. */
  async list(page: {
    role?: Role;
    limit: number;
    offset: number;
  }): Promise<{ users: User[]; total: number }> {
    const { role } = page;
    const users = this.database
      .selectFrom('users')
      .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'citizen'));
    const { total } = await users.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
    const rows = await users.selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute();
    return { users: rows, total: Number(total) };
  }

  /** How many accounts there are, and how many of them were used since then. */
  async count(since: Date): Promise<{ total: number; active: number }> {
    const { total, active } = await this.database
      .selectFrom('users')
      .select(({ fn }) => [
        fn.countAll().as('total'),
        fn.countAll().filterWhere('last_seen_at', '>=', since.toISOString()).as('active'),
      ])
      .executeTakeFirstOrThrow();
    return { total: Number(total), active: Number(active) };
  }

  /** The oldest active administrator; undefined when there is none. */
  findAdministrator(): Promise<User | undefined> {
    return this.database
      .selectFrom('users')
      .selectAll()
      .where('role', '=', 'admin')
      .where('disabled_at', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  }

  /**
   * The changed account; undefined when there is none of this id. Disabling ends the account's tokens for good.
   *
   * @throws LastAdministratorError
   */
  change(id: string, change: UserChange): Promise<User | undefined> {
    return this.database.transaction().execute(async (transaction) => {
      const administrators = await lockAdministrators(transaction);
      const user = await transaction
        .selectFrom('users')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (user === undefined) return undefined;
      if (administrators.length === 1 && administrators[0] === id && endsAdministration(change)) {
        throw new LastAdministratorError();
      }
      return transaction
        .updateTable('users')
        .set(columnsOf(user, change))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
    });
  }

  /** Ends the account's tokens too. False when there is no account of this id. */
  async setPasswordHash(id: string, password_hash: string): Promise<boolean> {
    const { numUpdatedRows } = await this.database
      .updateTable('users')
      .set(({ eb }) => ({ password_hash, token_version: eb('token_version', '+', 1) }))
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Notes, to the hour, that the account was used. */
  async noteSeen({ id, last_seen_at }: User, now: Date): Promise<void> {
    if (last_seen_at !== null && now.getTime() - Date.parse(last_seen_at) < HOUR_MS) return;
    await this.database
      .updateTable('users')
      .set({ last_seen_at: now.toISOString() })
      .where('id', '=', id)
      .execute();
  }
}

/** At most two active administrators, who stay as they are until the transaction ends. */
async function lockAdministrators(transaction: Transaction<Tables>): Promise<string[]> {
  const rows = await transaction
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(2)
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

const endsAdministration = ({ role, active }: UserChange): boolean =>
  (role !== undefined && role !== 'admin') || active === false;

function columnsOf(user: User, { role, active }: UserChange): Partial<UsersTable> {
  const disabling = active === false && user.disabled_at === null;
  return {
    role: role ?? user.role,
    ...(active === true && { disabled_at: null }),
    ...(disabling && { disabled_at: new Date().toISOString(), token_version: user.token_version + 1 }),
  };
}
