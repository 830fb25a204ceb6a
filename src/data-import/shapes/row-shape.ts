import type { Entity, JsonObject } from '../../ngsi-ld/entity';

/** One way in which other systems write what becomes an entity. */
export interface RowShape {
  /** Whether the row is written this way. */
  recognises(row: JsonObject): boolean;

  /**
   * The row as entity.
   *
   * @param source names the system or file that the row is from; part of the ids that are made here.
   * @throws RowError when the row cannot be imported.
   */
  toEntity(row: JsonObject, source: string): Entity;
}
