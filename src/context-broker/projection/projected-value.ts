import type { SqlValue } from '../../common/sqlite/database';
import { parseDateTime } from '../model/date-time';
import type { Attribute } from '../model/entity';
import { isObject } from '../model/normalize-attribute';

/**
 * Stands in a projected column for values that no column can hold: arrays, objects, several instances. Whether such
 * an entity meets a condition is decided by the entity itself.
 */
export const UNDECIDED: Uint8Array = new Uint8Array(0);

/** {@link UNDECIDED} in SQL. */
export const UNDECIDED_SQL = `X''`;

/** What a column of strings holds for an attribute; NULL: no string compares equal with it. */
export function projectedString(instances: readonly Attribute[]): SqlValue {
  const content = plainContent(instances);
  if (content === undefined) return UNDECIDED;
  return typeof content === 'string' ? content : null;
}

/** What a column of times holds for an attribute, in microseconds; NULL: no DateTime compares with it. */
export function projectedTime(instances: readonly Attribute[]): SqlValue {
  const content = plainContent(instances, true);
  if (content === undefined) return UNDECIDED;
  return typeof content === 'string' ? (parseDateTime(content) ?? null) : null;
}

/** The one scalar that an attribute consists of; null when it has none, undefined when there is more to it. */
function plainContent(instances: readonly Attribute[], asTime = false) {
  const [only] = instances;
  if (only === undefined) return null;
  if (instances.length > 1) return undefined;
  if (only.type === 'Relationship') return typeof only.object === 'string' ? only.object : undefined;
  if (only.type !== 'Property') return undefined;
  const { value } = only;
  const typed = isObject(value) ? value['@value'] : undefined;
  if (asTime && typeof typed === 'string') return typed;
  return typeof value === 'object' ? undefined : value;
}
