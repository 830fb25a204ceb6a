import type { Database } from '../../common/sqlite/database';

/**
 * The tables of a broker store, one statement list for each version of the schema. Times are microseconds since 1970.
 *
 * - `entity`: one row for each id ever used. `body` is the entity, normalized and ready to be served; NULL once it is
 *   deleted. `sys` holds the times of those attribute instances that are not as old as the entity, or that end by
 *   themselves, `expires_at` when the first of them does, or the entity. The large columns stand behind those that
 *   every query reads, so that reading these does not touch them.
 * - `entity_type`: an entity has one or several types; deleted ones stay, for their history.
 * - `entity_count`: how many entities there are of each type, and in all (the empty type).
 * - `entity_shape`: how many entities there are of the same types and attributes.
 * - `attribute_instance`: the history, with the scope as an attribute of that name. A deleted instance has the NGSI-LD
 *   Null as its value. `instance_id` is there where it does not follow from the other columns (see instance-id.ts).
 * - `location`: bounding boxes of the attribute `location`, in degrees; the exact position where that is a point.
 * - `profile`: the index profiles for which projections have been built.
 * - `subscription`: `definition` is the subscription as it is kept, with stored names; the other columns are how
 *   notifying goes. Its numbers are never used again, as deliveries in progress know subscriptions by them.
 * - `notification_outbox`: what is to be sent, in the order of the changes; deleted once it is delivered.
 */
const MIGRATIONS = [
  `
  CREATE TABLE entity (
    pk INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    deleted_at INTEGER,
    sys TEXT NOT NULL,
    body TEXT
  ) STRICT;

  CREATE TABLE entity_type (
    type TEXT NOT NULL,
    deleted INTEGER NOT NULL,
    id TEXT NOT NULL,
    entity INTEGER NOT NULL REFERENCES entity (pk),
    PRIMARY KEY (type, deleted, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entity_type_of_entity ON entity_type (entity);

  CREATE TABLE entity_count (type TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE attribute_instance (
    entity INTEGER NOT NULL REFERENCES entity (pk),
    attribute TEXT NOT NULL,
    modified_at INTEGER NOT NULL,
    dataset_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    observed_at INTEGER,
    deleted INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (entity, attribute, modified_at, dataset_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attribute_instance_observed ON attribute_instance (observed_at) WHERE observed_at IS NOT NULL;

  CREATE VIRTUAL TABLE location USING rtree (
    entity, west, east, south, north, +longitude REAL, +latitude REAL
  );

  CREATE TABLE profile (type TEXT PRIMARY KEY, definition TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE subscription (
    pk INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    times_sent INTEGER NOT NULL DEFAULT 0,
    times_failed INTEGER NOT NULL DEFAULT 0,
    last_notification INTEGER,
    last_success INTEGER,
    last_failure INTEGER,
    definition TEXT NOT NULL
  ) STRICT;

  CREATE TABLE notification_outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    subscription INTEGER NOT NULL REFERENCES subscription (pk) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    entity_id TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX notification_outbox_of_subscription ON notification_outbox (subscription, seq);
  `,
  `
  ALTER TABLE entity ADD COLUMN expires_at INTEGER;
  CREATE INDEX entity_by_expiry ON entity (expires_at) WHERE expires_at IS NOT NULL;
  `,
  `
  CREATE TABLE entity_shape (shape TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE attribute_instance ADD COLUMN instance_id TEXT;
  CREATE INDEX attribute_instance_by_id ON attribute_instance (instance_id) WHERE instance_id IS NOT NULL;
  CREATE INDEX attribute_instance_by_observation ON attribute_instance (entity, attribute, observed_at);
  `,
];

/** The store was written by a newer version of the software. */
export class NewerSchemaError extends Error {}

/** Brings a store to the present version of the schema. */
export function migrate(database: Database, file: string): void {
  const version = database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version > MIGRATIONS.length) {
    throw new NewerSchemaError(`${file} was written by a newer version of the service: update the service`);
  }
  if (version === MIGRATIONS.length) return;
  database.transaction(() => {
    for (const statements of MIGRATIONS.slice(version)) database.exec(statements);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}
