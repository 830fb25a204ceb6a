/**
 * What the broker is to keep at hand about the entities of one type, so that queries need not read the entities
 * themselves. A profile changes how fast queries are, never what they answer.
 */
export interface IndexProfile {
  /** The entity type, as in queries. */
  type: string;
  /** Attributes that queries compare with strings. */
  values: readonly string[];
  /** Attributes that queries compare with DateTimes. */
  times: readonly string[];
  /**
   * Those of `values` with few different ones (tens): how many entities have which combination is kept, so that they
   * are counted without being looked at.
   */
  facets: readonly string[];
  /**
   * One of `times` and of `orders` by whose stretches the combinations of facets are counted too, so that what falls
   * into a span of time is counted without being looked at.
   */
  timeline?: string;
  /** Attributes, of `values` or `times`, that pages are sorted by. */
  orders: readonly IndexedOrder[];
  /** Attributes whose words are searched. */
  text: readonly string[];
}

export interface IndexedOrder {
  attribute: string;
  /** The values from the least to the greatest, where that is not the order of their characters. */
  ranks?: readonly string[];
}
