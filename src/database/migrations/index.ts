import type { Migration } from 'kysely';
import { usersAndApiKeys } from './0001-users-and-api-keys';
import { items } from './0002-items';
import { conversations } from './0003-conversations';
import { search } from './0004-search';
import { corrections } from './0005-corrections';

/** Every step from an empty database to the present schema, run in the order of the names. One that has been released is never changed. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-users-and-api-keys': usersAndApiKeys,
  '0002-items': items,
  '0003-conversations': conversations,
  '0004-search': search,
  '0005-corrections': corrections,
};
