import type { Database } from '../../common/sqlite/database';
import { VALUE_MEMBER } from '../model/attribute-kinds';
import { type Microseconds, parseDateTime } from '../model/date-time';
import type { Attribute } from '../model/entity';

/** What stands for a deleted value (ETSI GS CIM 009, clause 4.5.0). */
const NGSI_LD_NULL = 'urn:ngsi-ld:null';

/** Writes what attributes became, and that they were deleted. */
export class HistoryTable {
  constructor(private readonly database: Database) {}

  /** What an instance is from `modifiedAt` on. */
  add(
    entity: number,
    attribute: string,
    instance: Attribute,
    createdAt: Microseconds,
    modifiedAt: Microseconds,
    deleted: 0 | 1 = 0,
  ): void {
    const observedAt = instance.observedAt === undefined ? undefined : parseDateTime(instance.observedAt);
    this.database.run(
      'INSERT INTO attribute_instance VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      entity,
      attribute,
      modifiedAt,
      instance.datasetId ?? '',
      createdAt,
      observedAt ?? null,
      deleted,
      JSON.stringify(instance),
    );
  }

  /** From `deletedAt` on there is no such instance. */
  addDeletion(
    entity: number,
    attribute: string,
    { type, datasetId }: Attribute,
    createdAt: Microseconds,
    deletedAt: Microseconds,
  ): void {
    const none: Attribute = { type, [VALUE_MEMBER[type]]: NGSI_LD_NULL, ...(datasetId && { datasetId }) };
    this.add(entity, attribute, none, createdAt, deletedAt, 1);
  }
}
