import type { GeoQuery } from '../geo/geo-query';
import type { SimpleGeometry } from '../model/geometry';
import type { Query } from '../query-language/ast';
import type { ScopeQuery } from '../query-language/scope-query';

/** Entities by what they are called; every member that is given is to be met. */
export interface EntitySelector {
  /** Alternatives, each a list of types that an entity has all of. */
  types?: string[][];
  ids?: string[];
  /** A regular expression that is found in the id. */
  idPattern?: string;
}

/** Which entities are meant; every member that is given is to be met. Plain data, so that it can go to a worker. */
export interface EntitySelection extends EntitySelector {
  /** Alternatives of which any is to be met. */
  selectors?: EntitySelector[];
  /** The entity has at least one of the attributes. */
  attributes?: string[];
  query?: Query;
  geo?: GeoQuery;
  scope?: ScopeQuery;
  /** Every word begins a word of one of the attributes, without regard to case and diacritics. */
  text?: { words: readonly string[]; attributes: readonly string[] };
}

/** The order of a page. Entities without the attribute come last; ties are by id, in the same direction. */
export interface Ordering {
  /** An attribute, a member of the entity such as `id`, or `distance` from the point of a geo-query. */
  attribute: string;
  /** Where the value is in the attribute; see AttributePath. */
  subAttributes?: string[];
  members?: string[];
  /** The attribute is a geometry, and ordered by its distance from here. */
  from?: SimpleGeometry;
  direction: 'asc' | 'desc';
  /** The attribute's values from the least to the greatest, where that is not the order of their characters. */
  ranks?: readonly string[];
}

/** A page of the entities meant. */
export interface PageQuery extends EntitySelection {
  /** By id when absent. */
  order?: Ordering;
  /** What decides between entities that the order does not tell apart. */
  further?: Ordering[];
  limit: number;
  offset: number;
  /** Whether to count all entities meant. */
  count: boolean;
}

/** An entity as it is kept; see the schema. */
export interface EntityRow {
  body: string;
  sys: string;
  created_at: number;
  modified_at: number;
}

/** An entity as it was at a time: every change of it has a time of its own. */
export interface EntityVersion {
  id: string;
  modified_at: number;
}

export interface Page {
  rows: EntityRow[];
  /** How many entities are meant; only when asked for. */
  total?: number;
}
