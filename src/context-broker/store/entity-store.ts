import type { Database } from '../../common/sqlite/database';
import { NgsiLdError } from '../errors';
import type { Microseconds } from '../model/date-time';
import type { Attribute, Entity } from '../model/entity';
import type { EntityState } from '../model/entity-state';
import { attributeNames, instancesOf, typesOf } from '../model/normalize-entity';
import { ShapeTable } from '../discovery/shape-table';
import type { Projector } from '../projection/projector';
import type { ChangeObserver } from './change-observer';
import { earliestExpiry, hasEnded, withExpiries, withoutEnded, withoutExpiry } from './expiry';
import { HistoryTable } from './history-table';
import { LocationIndex } from './location-index';
import { ENTITY_KEY, instanceKey, type SystemTimes, timesAfterWrite, timesOfNew } from './system-times';

/** An entity as it is kept. */
export interface StoredEntity {
  pk: number;
  created_at: Microseconds;
  modified_at: Microseconds;
  /** {@link SystemTimes} in JSON. */
  sys: string;
  /** The entity in JSON, normalized. */
  body: string;
  /** When the entity or one of its attributes ends by itself; null: nothing does. */
  expires_at: Microseconds | null;
}

const COLUMNS = 'pk, created_at, modified_at, sys, body, expires_at';

const FIND = `SELECT ${COLUMNS} FROM entity WHERE id = ? AND body IS NOT NULL`;

/** Entities of which something ends by itself, that are ended at a time. */
const ENDED_AT_ONCE = 100;

/**
 * The current state of all entities and, written along with it, their history and everything that queries look things
 * up in. Writes are to be made inside of a transaction.
 */
export class EntityStore {
  /** Called when something has been written that ends by itself. */
  onExpiryWritten: () => void = () => undefined;
  /** Is told of every change. */
  observer: ChangeObserver | undefined;
  private readonly history: HistoryTable;
  private readonly locations: LocationIndex;
  private readonly shapes: ShapeTable;

  constructor(
    private readonly database: Database,
    private readonly projector: Projector,
  ) {
    this.history = new HistoryTable(database);
    this.locations = new LocationIndex(database);
    this.shapes = new ShapeTable(database);
    this.shapes.fillWhenNew();
  }

  find(id: string): StoredEntity | undefined {
    const stored = this.database.get<StoredEntity>(FIND, id);
    return stored === undefined || !isDue(stored) ? stored : present(stored);
  }

  /** As {@link find}, for a write: what has come to its end is ended before. */
  findToWrite(id: string): StoredEntity | undefined {
    const stored = this.database.get<StoredEntity>(FIND, id);
    if (stored === undefined || !isDue(stored)) return stored;
    this.endParts(stored);
    return this.database.get<StoredEntity>(FIND, id);
  }

  /** The entity, with `expiresAt` where it is known. */
  parse({ body, sys }: StoredEntity): Entity {
    const entity = JSON.parse(body) as Entity;
    return sys === '{}' ? entity : withExpiries(entity, JSON.parse(sys) as SystemTimes);
  }

  /** When the next entity or attribute ends by itself. */
  nextExpiry(): Microseconds | undefined {
    const sql = 'SELECT min(expires_at) AS at FROM entity WHERE expires_at IS NOT NULL';
    return this.database.get<{ at: Microseconds | null }>(sql)?.at ?? undefined;
  }

  /** Ends what has come to its end, some entities at a time. */
  endExpired(): void {
    const due = this.database.all<StoredEntity>(
      `SELECT ${COLUMNS} FROM entity WHERE expires_at <= ? ORDER BY expires_at LIMIT ?`,
      now(),
      ENDED_AT_ONCE,
    );
    for (const stored of due) this.endParts(stored);
  }

  private endParts(stored: StoredEntity): void {
    const times = JSON.parse(stored.sys) as SystemTimes;
    if (hasEnded(times, now())) return this.delete(stored);
    const before = this.parse(stored);
    const { entity, ended } = withoutEnded(before, times, now());
    this.update(stored, before, entity, ended);
  }

  /** @throws NgsiLdError AlreadyExists */
  insert(entity: Entity): void {
    if (this.findToWrite(entity.id) !== undefined) {
      throw new NgsiLdError('AlreadyExists', `there is an entity ${entity.id}`);
    }
    const former = this.database.get<{ pk: number; modified_at: Microseconds }>(
      'SELECT pk, modified_at FROM entity WHERE id = ?',
      entity.id,
    );
    const at = timeAfter(former?.modified_at);
    const pk = this.insertRow(entity, at, former?.pk);
    this.setTypes(pk, entity.id, typesOf(entity), 0);
    this.locations.put(pk, entity);
    this.projector.put(pk, entity);
    this.shapes.change(undefined, entity);
    for (const name of attributeNames(entity)) {
      for (const instance of instancesOf(entity, name)) {
        this.history.add(pk, name, instance, { createdAt: at, modifiedAt: at });
      }
    }
    if (entity.scope !== undefined) this.history.addScope(pk, entity.scope, at);
    if (this.observer?.isWatching) {
      this.observer.changed({ at, after: stateOf(entity, timesOfNew(entity, at), at, at) });
    }
  }

  /** Replaces the state of an entity. `written` names the attributes that were written, changed or not. */
  update(stored: StoredEntity, before: Entity, after: Entity, written: Iterable<string>): void {
    const at = timeAfter(stored.modified_at);
    const names = [...written];
    const former = { times: JSON.parse(stored.sys) as SystemTimes, createdAt: stored.created_at };
    const times = timesAfterWrite(before, after, names, former, at);
    if (after.expiresAt === undefined) delete times[ENTITY_KEY];
    else times[ENTITY_KEY] = [stored.created_at, at, after.expiresAt];
    for (const name of names) this.writeHistory(stored, before, after, name, at, former.times);
    if (JSON.stringify(before.scope) !== JSON.stringify(after.scope)) {
      this.history.addScope(stored.pk, after.scope, at);
    }
    this.database.run(
      'UPDATE entity SET modified_at = ?, sys = ?, body = ?, expires_at = ? WHERE pk = ?',
      at,
      JSON.stringify(times),
      JSON.stringify(withoutExpiry(after)),
      this.expiryOf(times),
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
    this.shapes.change(before, after);
    if (this.observer?.isWatching) {
      this.observer.changed({
        at,
        before: stateOf(before, former.times, stored.created_at, stored.modified_at),
        after: stateOf(after, times, stored.created_at, at),
      });
    }
  }

  /** Ends an entity and all that it has; its history stays. */
  delete(stored: StoredEntity): void {
    const entity = JSON.parse(stored.body) as Entity;
    const times = JSON.parse(stored.sys) as SystemTimes;
    const at = timeAfter(stored.modified_at);
    const nothing: Entity = { id: entity.id, type: entity.type };
    for (const name of attributeNames(entity)) this.writeHistory(stored, entity, nothing, name, at, times);
    if (entity.scope !== undefined) this.history.addScope(stored.pk, undefined, at);
    this.projector.remove(stored.pk, entity);
    this.shapes.change(entity, undefined);
    this.locations.remove(stored.pk);
    this.removeTypes(stored.pk, 0);
    this.setTypes(stored.pk, entity.id, typesOf(entity), 1);
    this.database.run(
      `UPDATE entity SET modified_at = ?1, deleted_at = ?1, sys = '{}', body = NULL, expires_at = NULL
       WHERE pk = ?2`,
      at,
      stored.pk,
    );
    if (this.observer?.isWatching) {
      this.observer.changed({ at, before: stateOf(entity, times, stored.created_at, stored.modified_at) });
    }
  }

  private expiryOf(times: SystemTimes): Microseconds | null {
    const expiry = earliestExpiry(times);
    if (expiry !== null) queueMicrotask(this.onExpiryWritten);
    return expiry;
  }

  private insertRow(entity: Entity, at: Microseconds, formerPk: number | undefined): number {
    const times = timesOfNew(entity, at);
    const values = [at, JSON.stringify(times), JSON.stringify(withoutExpiry(entity)), this.expiryOf(times)];
    if (formerPk !== undefined) {
      this.removeTypes(formerPk, 1);
      this.database.run(
        `UPDATE entity SET created_at = ?1, modified_at = ?1, deleted_at = NULL, sys = ?2, body = ?3, expires_at = ?4
         WHERE pk = ?5`,
        ...values,
        formerPk,
      );
      return formerPk;
    }
    return this.database.insert(
      'INSERT INTO entity (id, created_at, modified_at, sys, body, expires_at) VALUES (?5, ?1, ?1, ?2, ?3, ?4)',
      ...values,
      entity.id,
    );
  }

  /** Records what became of one attribute's instances. */
  private writeHistory(
    { pk, created_at }: StoredEntity,
    before: Entity,
    after: Entity,
    name: string,
    at: Microseconds,
    times: SystemTimes,
  ): void {
    const createdAt = ({ datasetId }: Attribute) => times[instanceKey(name, datasetId)]?.[0] ?? created_at;
    const gone = new Map(instancesOf(before, name).map((instance) => [instance.datasetId, instance]));
    for (const instance of instancesOf(after, name)) {
      const existed = gone.delete(instance.datasetId);
      this.history.add(pk, name, instance, {
        createdAt: existed ? createdAt(instance) : at,
        modifiedAt: at,
      });
    }
    for (const instance of gone.values()) {
      this.history.addDeletion(pk, name, instance, { createdAt: createdAt(instance), modifiedAt: at });
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

const stateOf = (
  entity: Entity,
  times: SystemTimes,
  createdAt: Microseconds,
  modifiedAt: Microseconds,
): EntityState => ({ entity: withoutExpiry(entity), times, createdAt, modifiedAt });

const isDue = ({ expires_at }: StoredEntity): boolean => expires_at !== null && expires_at <= now();

/** What is left of an entity of which something has come to its end; undefined when all of it has. */
function present(stored: StoredEntity): StoredEntity | undefined {
  const times = JSON.parse(stored.sys) as SystemTimes;
  if (hasEnded(times, now())) return undefined;
  const { entity } = withoutEnded(JSON.parse(stored.body) as Entity, times, now());
  return { ...stored, body: JSON.stringify(entity) };
}

const now = (): Microseconds => Date.now() * 1000;

/** The present, but later than the last change: the states of an entity have distinct, ascending times. */
const timeAfter = (last: Microseconds = 0): Microseconds => Math.max(now(), last + 1);
