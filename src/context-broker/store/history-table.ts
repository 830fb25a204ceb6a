import type { Database, SqlValue } from '../../common/sqlite/database';
import { formatDateTime, type Microseconds, parseDateTime } from '../model/date-time';
import type { Attribute, JsonValue } from '../model/entity';
import { nullOf } from '../model/ngsi-ld-null';
import { InstanceIds, timeInInstanceId } from '../temporal/instance-id';

/** One row of the history, as far as it is changed. */
export interface HistoryRow {
  created_at: Microseconds;
  modified_at: Microseconds;
  dataset_id: string;
  /** The attribute instance in JSON. */
  body: string;
}

/** When an instance was made, and from when on it is what it is. */
interface InstanceTimes {
  createdAt: Microseconds;
  modifiedAt: Microseconds;
}

/** The name under which the history has the scope; no attribute is called so. */
export const SCOPE = 'scope';

/**
 * Writes what attributes became, and that they were deleted. Of two instances of one time the later one counts as
 * written a moment later, as the time tells them apart.
 */
export class HistoryTable {
  constructor(private readonly database: Database) {}

  /** What an instance is from `modifiedAt` on. */
  add(
    entity: number,
    attribute: string,
    instance: Attribute,
    { createdAt, modifiedAt }: InstanceTimes,
    { deleted = 0, instanceId = null }: { deleted?: 0 | 1; instanceId?: string | null } = {},
  ): void {
    const observedAt = instance.observedAt === undefined ? undefined : parseDateTime(instance.observedAt);
    this.database.run(
      `INSERT INTO attribute_instance
         (entity, attribute, modified_at, dataset_id, created_at, observed_at, deleted, body, instance_id)
       SELECT ?1, ?2, CASE
         WHEN EXISTS (SELECT 1 FROM attribute_instance
                      WHERE entity = ?1 AND attribute = ?2 AND modified_at = ?3 AND dataset_id = ?4)
         THEN (SELECT max(modified_at) + 1 FROM attribute_instance WHERE entity = ?1 AND attribute = ?2)
         ELSE ?3 END, ?4, ?5, ?6, ?7, ?8, ?9`,
      entity,
      attribute,
      modifiedAt,
      instance.datasetId ?? '',
      createdAt,
      observedAt ?? null,
      deleted,
      JSON.stringify(instance),
      instanceId,
    );
  }

  /** From `modifiedAt` on there is no such instance. */
  addDeletion(entity: number, attribute: string, { type, datasetId }: Attribute, times: InstanceTimes): void {
    const none: Attribute = { type, ...nullOf(type), ...(datasetId && { datasetId }) };
    this.add(entity, attribute, none, times, { deleted: 1 });
  }

  /** The scope from a point in time on (clause 4.5.6); undefined: there is none. */
  addScope(entity: number, scope: JsonValue | undefined, at: Microseconds): void {
    const instance: Attribute = {
      type: 'Property',
      value: scope ?? [],
      ...(scope !== undefined && { observedAt: formatDateTime(at) }),
    };
    this.add(
      entity,
      SCOPE,
      instance,
      { createdAt: at, modifiedAt: at },
      { deleted: scope === undefined ? 1 : 0 },
    );
  }

  /** One instance of an attribute by its id. */
  find(entity: number, entityId: string, attribute: string, instanceId: string): HistoryRow | undefined {
    const columns = 'SELECT created_at, modified_at, dataset_id, body FROM attribute_instance';
    const named = this.database.get<HistoryRow>(
      `${columns} WHERE instance_id = ? AND entity = ? AND attribute = ?`,
      instanceId,
      entity,
      attribute,
    );
    const time = timeInInstanceId(instanceId);
    if (named !== undefined || time === undefined) return named;
    return this.database
      .all<HistoryRow>(
        `${columns} WHERE entity = ? AND attribute = ? AND modified_at = ? AND instance_id IS NULL`,
        entity,
        attribute,
        time,
      )
      .find((row) => new InstanceIds(entityId, attribute, row.dataset_id).at(time) === instanceId);
  }

  remove(entity: number, attribute: string, { modified_at, dataset_id }: HistoryRow): void {
    this.database.run(
      'DELETE FROM attribute_instance WHERE entity = ? AND attribute = ? AND modified_at = ? AND dataset_id = ?',
      entity,
      attribute,
      modified_at,
      dataset_id,
    );
  }

  /** Whether an entity has any instance, or any of one attribute. */
  has(entity: number, attribute?: string): boolean {
    const sql = 'SELECT 1 FROM attribute_instance WHERE entity = ?';
    return attribute === undefined
      ? this.database.get(`${sql} LIMIT 1`, entity) !== undefined
      : this.database.get(`${sql} AND attribute = ? LIMIT 1`, entity, attribute) !== undefined;
  }

  /** Removes at most `limit` rows: of all attributes or of one, of all datasets or of one. How many it were. */
  removeSome(
    entity: number,
    { attribute, datasetId }: { attribute?: string; datasetId?: string },
    limit: number,
  ): number {
    const conditions = ['entity = ?'];
    const values: SqlValue[] = [entity];
    if (attribute !== undefined) {
      conditions.push('attribute = ?');
      values.push(attribute);
    }
    if (datasetId !== undefined) {
      conditions.push('dataset_id = ?');
      values.push(datasetId);
    }
    const before = this.database.changes;
    this.database.run(
      `DELETE FROM attribute_instance WHERE (entity, attribute, modified_at, dataset_id) IN (
         SELECT entity, attribute, modified_at, dataset_id FROM attribute_instance
         WHERE ${conditions.join(' AND ')} LIMIT ?)`,
      ...values,
      limit,
    );
    return this.database.changes - before;
  }
}
