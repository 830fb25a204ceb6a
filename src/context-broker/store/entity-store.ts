import type { Database } from '../../common/sqlite/database';
import { NgsiLdError } from '../errors';
import type { Microseconds } from '../model/date-time';
import type { Attribute, Entity } from '../model/entity';
import { attributeNames, instancesOf, typesOf } from '../model/normalize-entity';
import type { Projector } from '../projection/projector';
import { HistoryTable } from './history-table';
import { LocationIndex } from './location-index';
import { instanceKey, type SystemTimes, type Times } from './system-times';

/** An entity as it is kept. */
export interface StoredEntity {
  pk: number;
  created_at: Microseconds;
  modified_at: Microseconds;
  /** {@link SystemTimes} in JSON. */
  sys: string;
  /** The entity in JSON, normalized. */
  body: string;
}

/**
 * The current state of all entities and, written along with it, their history and everything that queries look things
 * up in. Writes are to be made inside of a transaction.
 */
export class EntityStore {
  private readonly history: HistoryTable;
  private readonly locations: LocationIndex;

  constructor(
    private readonly database: Database,
    private readonly projector: Projector,
  ) {
    this.history = new HistoryTable(database);
    this.locations = new LocationIndex(database);
  }

  find(id: string): StoredEntity | undefined {
    return this.database.get<StoredEntity>(
      'SELECT pk, created_at, modified_at, sys, body FROM entity WHERE id = ? AND body IS NOT NULL',
      id,
    );
  }

  /** @throws NgsiLdError AlreadyExists */
  insert(entity: Entity): void {
    const former = this.database.get<{ pk: number; modified_at: Microseconds; live: number }>(
      'SELECT pk, modified_at, body IS NOT NULL AS live FROM entity WHERE id = ?',
      entity.id,
    );
    if (former?.live === 1) throw new NgsiLdError('AlreadyExists', `there is an entity ${entity.id}`);
    const at = timeAfter(former?.modified_at);
    const pk = this.insertRow(entity, at, former?.pk);
    this.setTypes(pk, entity.id, typesOf(entity), 0);
    this.locations.put(pk, entity);
    this.projector.put(pk, entity);
    for (const name of attributeNames(entity)) {
      for (const instance of instancesOf(entity, name)) this.history.add(pk, name, instance, at, at);
    }
  }

  /** Replaces the state of an entity. `written` names the attributes that were written, changed or not. */
  update(stored: StoredEntity, before: Entity, after: Entity, written: Iterable<string>): void {
    const at = timeAfter(stored.modified_at);
    const times = JSON.parse(stored.sys) as SystemTimes;
    for (const name of written) this.writeHistory(stored, before, after, name, at, times);
    this.database.run(
      'UPDATE entity SET modified_at = ?, sys = ?, body = ? WHERE pk = ?',
      at,
      JSON.stringify(times),
      JSON.stringify(after),
      stored.pk,
    );
    if (typesOf(before).join() !== typesOf(after).join()) {
      this.removeTypes(stored.pk, 0);
      this.setTypes(stored.pk, after.id, typesOf(after), 0);
    }
    if (JSON.stringify(before['location']) !== JSON.stringify(after['location'])) {
      this.locations.remove(stored.pk);
      this.locations.put(stored.pk, after);
    }
    this.projector.put(stored.pk, after, before);
  }

  /** Ends an entity; its history stays. */
  delete(stored: StoredEntity): void {
    const entity = JSON.parse(stored.body) as Entity;
    const at = timeAfter(stored.modified_at);
    this.projector.remove(stored.pk, entity);
    this.locations.remove(stored.pk);
    this.removeTypes(stored.pk, 0);
    this.setTypes(stored.pk, entity.id, typesOf(entity), 1);
    this.database.run(
      "UPDATE entity SET modified_at = ?1, deleted_at = ?1, sys = '{}', body = NULL WHERE pk = ?2",
      at,
      stored.pk,
    );
  }

  private insertRow(entity: Entity, at: Microseconds, formerPk: number | undefined): number {
    const body = JSON.stringify(entity);
    if (formerPk !== undefined) {
      this.removeTypes(formerPk, 1);
      this.database.run(
        'UPDATE entity SET created_at = ?1, modified_at = ?1, deleted_at = NULL, body = ?2 WHERE pk = ?3',
        at,
        body,
        formerPk,
      );
      return formerPk;
    }
    return this.database.insert(
      "INSERT INTO entity (id, created_at, modified_at, sys, body) VALUES (?, ?2, ?2, '{}', ?3)",
      entity.id,
      at,
      body,
    );
  }

  /** Records what became of one attribute's instances, in the history and in `times`. */
  private writeHistory(
    { pk, created_at }: StoredEntity,
    before: Entity,
    after: Entity,
    name: string,
    at: Microseconds,
    times: SystemTimes,
  ): void {
    const gone = new Map<string, [Attribute, Times]>();
    for (const instance of instancesOf(before, name)) {
      const key = instanceKey(name, instance.datasetId);
      gone.set(key, [instance, times[key] ?? [created_at, created_at]]);
      delete times[key];
    }
    for (const instance of instancesOf(after, name)) {
      const key = instanceKey(name, instance.datasetId);
      const createdAt = gone.get(key)?.[1][0] ?? at;
      gone.delete(key);
      times[key] = [createdAt, at];
      this.history.add(pk, name, instance, createdAt, at);
    }
    for (const [instance, [createdAt]] of gone.values()) {
      this.history.addDeletion(pk, name, instance, createdAt, at);
    }
  }

  private setTypes(pk: number, id: string, types: string[], deleted: 0 | 1): void {
    for (const type of types) {
      this.database.run(
        'INSERT INTO entity_type (type, deleted, id, entity) VALUES (?, ?, ?, ?)',
        type,
        deleted,
        id,
        pk,
      );
    }
    if (deleted === 0) this.count(['', ...types], 1);
  }

  private removeTypes(pk: number, deleted: 0 | 1): void {
    const types = this.database.all<{ type: string }>(
      'DELETE FROM entity_type WHERE entity = ? RETURNING type',
      pk,
    );
    if (deleted === 0) this.count(['', ...types.map(({ type }) => type)], -1);
  }

  private count(types: string[], change: 1 | -1): void {
    for (const type of types) {
      this.database.run(
        'INSERT INTO entity_count VALUES (?1, ?2) ON CONFLICT DO UPDATE SET n = n + ?2',
        type,
        change,
      );
    }
  }
}

/** The present, but later than the last change: the states of an entity have distinct, ascending times. */
const timeAfter = (last: Microseconds = 0): Microseconds => Math.max(Date.now() * 1000, last + 1);
