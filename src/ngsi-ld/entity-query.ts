/** A value that an attribute is compared with. */
export type Comparable = string | number | boolean;

/** One condition on the value of an attribute. Conditions of a query are all to be met. */
export type Condition =
  /** At least one value. */
  | { attribute: string; oneOf: readonly Comparable[] }
  /** Bounds are inclusive; a Date is compared in time, whatever its notation in the entity. */
  | { attribute: string; from?: Date | number; to?: Date | number };

export interface OrderBy {
  /**
   * An attribute's name, or `distance`, which needs `near`. Entities without the attribute come last; ties are ordered
   * by id in the same direction.
   */
  attribute: string;
  direction: 'asc' | 'desc';
  /** The attribute's values from the least to the greatest, where that is not the alphabetical order. */
  ranks?: readonly string[];
}

/** Which entities are meant; the same for every broker. */
export interface EntityFilter {
  type: string;
  /** All conditions are to be met. Values are data: whatever they contain, they are never query syntax. */
  where?: readonly Condition[];
  /**
   * Every word occurs in one of the attributes, ignoring case. The embedded broker finds words by their beginnings and
   * ignores diacritics too; the query language of NGSI-LD has no means for that.
   */
  text?: { words: readonly string[]; attributes: readonly string[] };
  /** Within `maxDistance` metres (geodesic) of a WGS 84 position, by the attribute `location`. */
  near?: { longitude: number; latitude: number; maxDistance: number };
  /**
   * In a box in degrees, edges included, by the attribute `location`. West exceeds east across the antimeridian, south
   * is less than north. Not together with `near`.
   */
  bbox?: { west: number; south: number; east: number; north: number };
}

/** A page of the entities meant. */
export interface EntityQuery extends EntityFilter {
  /** By id when absent. */
  orderBy?: OrderBy;
  /** 0..1000; 0 asks for the count alone. */
  limit: number;
  offset?: number;
}
