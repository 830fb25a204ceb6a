import type { Entity, JsonObject } from '../../ngsi-ld/entity';

/** Where rows are from, and what they can be about here. */
export interface RowOrigin {
  /** Names the system or file; part of the ids that are made here. */
  source: string;
  /** Keys of the city's categories. */
  categories: readonly string[];
}

/** One way in which other systems write what becomes an entity. */
export interface RowShape {
  /** Whether the row is written this way. */
  recognises(row: JsonObject): boolean;

  /**
   * The row as entity.
   *
   * @throws RowError when the row cannot be imported.
   */
  toEntity(row: JsonObject, origin: RowOrigin): Entity;
}
