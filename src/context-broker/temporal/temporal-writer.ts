import type { Database } from '../../common/sqlite/database';
import { badRequestData, notFound } from '../errors';
import type { Microseconds } from '../model/date-time';
import type { Attribute } from '../model/entity';
import type { HistoryTable } from '../store/history-table';
import type { GivenInstance, GivenTemporalEntity } from './read-temporal-entity';

interface EntityRow {
  pk: number;
  modified_at: Microseconds;
  /** 0 or 1: the entity exists now. */
  lives: number;
}

/**
 * The operations on temporal representations. They write the history alone: what entities are now is none of their
 * business. Each is to be run inside of a transaction.
 */
export class TemporalWriter {
  constructor(
    private readonly database: Database,
    private readonly history: HistoryTable,
  ) {}

  /** Makes an evolution, or adds to the one that there is (clause 5.6.11). */
  write({ id, types, instances }: GivenTemporalEntity): 'created' | 'updated' {
    const found = this.find(id);
    const at = Math.max(Date.now() * 1000, (found?.modified_at ?? 0) + 1);
    const pk = found?.pk ?? this.insert(id, at);
    const existed = found !== undefined && this.hasHistory(found);
    // The types of an entity that exists are what it says itself.
    if (found?.lives !== 1) this.addTypes(pk, id, types, at);
    this.addInstances(pk, instances, at);
    return existed ? 'updated' : 'created';
  }

  /** @throws NgsiLdError ResourceNotFound */
  append(id: string, types: readonly string[], instances: readonly GivenInstance[]): void {
    const { pk, modified_at, lives } = this.existing(id);
    const at = Math.max(Date.now() * 1000, modified_at + 1);
    if (lives !== 1) this.addTypes(pk, id, types, at);
    this.addInstances(pk, instances, at);
  }

  /**
   * Changes one instance, which keeps its id and the time of its creation (clause 5.6.14).
   *
   * @throws NgsiLdError ResourceNotFound, BadRequestData
   */
  updateInstance(
    id: string,
    attribute: string,
    instanceId: string,
    change: (present: Attribute) => Attribute | undefined,
  ): void {
    const { pk, row } = this.instance(id, attribute, instanceId);
    const changed = change(JSON.parse(row.body) as Attribute);
    if (changed === undefined) throw badRequestData('an instance is deleted with DELETE');
    if ((changed.datasetId ?? '') !== row.dataset_id) {
      throw badRequestData('datasetId: an instance stays in its dataset');
    }
    this.history.remove(pk, attribute, row);
    const modifiedAt = Math.max(Date.now() * 1000, row.modified_at + 1);
    this.history.add(pk, attribute, changed, { createdAt: row.created_at, modifiedAt }, { instanceId });
  }

  /** @throws NgsiLdError ResourceNotFound */
  deleteInstance(id: string, attribute: string, instanceId: string): void {
    const { pk, row } = this.instance(id, attribute, instanceId);
    this.history.remove(pk, attribute, row);
  }

  /**
   * Removes some of an attribute's instances: whether there were any, and whether there may be more.
   *
   * @throws NgsiLdError ResourceNotFound when there is no such entity.
   */
  deleteSome(id: string, attribute: string, datasetId: string | undefined, limit: number) {
    const { pk } = this.existing(id);
    const removed = this.history.removeSome(
      pk,
      { attribute, ...(datasetId !== undefined && { datasetId }) },
      limit,
    );
    return { any: removed > 0, more: removed === limit && this.history.has(pk) };
  }

  /**
   * Removes some of an entity's instances, and with the last of them the entity, unless it exists now.
   *
   * @throws NgsiLdError ResourceNotFound
   */
  deleteSomeOf(id: string, limit: number) {
    const { pk, lives } = this.existing(id);
    const any = this.history.removeSome(pk, {}, limit) > 0;
    const more = this.history.has(pk);
    if (!more && lives !== 1) {
      this.database.run('DELETE FROM entity_type WHERE entity = ?', pk);
      this.database.run('DELETE FROM entity WHERE pk = ?', pk);
    }
    return { any, more };
  }

  private instance(id: string, attribute: string, instanceId: string) {
    const { pk } = this.existing(id);
    const row = this.history.find(pk, id, attribute, instanceId);
    if (row === undefined) throw notFound(`${id} has no instance ${instanceId} of an attribute ${attribute}`);
    return { pk, row };
  }

  /** @throws NgsiLdError ResourceNotFound */
  private existing(id: string): EntityRow {
    const found = this.find(id);
    if (found !== undefined && this.hasHistory(found)) return found;
    throw notFound(`there is no history of an entity ${id}`);
  }

  private find(id: string): EntityRow | undefined {
    return this.database.get<EntityRow>(
      'SELECT pk, modified_at, body IS NOT NULL AS lives FROM entity WHERE id = ?',
      id,
    );
  }

  /** An entity that exists may have lost its history; all others are there for the sake of it. */
  private hasHistory({ pk, lives }: EntityRow): boolean {
    return lives !== 1 || this.history.has(pk);
  }

  private insert(id: string, at: Microseconds): number {
    const sql = "INSERT INTO entity (id, created_at, modified_at, sys) VALUES (?1, ?2, ?2, '{}')";
    return this.database.insert(sql, id, at);
  }

  private addTypes(pk: number, id: string, types: readonly string[], at: Microseconds): void {
    for (const type of types) {
      this.database.run(
        'INSERT INTO entity_type (type, deleted, id, entity) VALUES (?, 1, ?, ?) ON CONFLICT DO NOTHING',
        type,
        id,
        pk,
      );
    }
    this.database.run('UPDATE entity SET modified_at = ? WHERE pk = ?', at, pk);
  }

  private addInstances(pk: number, instances: readonly GivenInstance[], at: Microseconds): void {
    for (const { attribute, instance, deleted } of instances) {
      this.history.add(pk, attribute, instance, { createdAt: at, modifiedAt: at }, { deleted });
    }
  }
}
