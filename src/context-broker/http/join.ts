import { badRequestData } from '../errors';
import { checkedId } from '../model/names';

export const JOIN_PARAMETERS = ['join', 'joinLevel', 'containedBy'] as const;

/** How entities are shown with those that their relationships lead to (ETSI GS CIM 009, clause 4.5.23). */
export interface Join {
  /** Inside of the relationships, or behind the entities. */
  shape: 'inline' | 'flat';
  /** How many relationships are followed one after another. */
  level: number;
  /** Entities that are not shown again. */
  containedBy: ReadonlySet<string>;
}

const MAX_LEVEL = 10;

/** @throws NgsiLdError BadRequestData */
export function joinOf(
  parameters: Partial<Record<(typeof JOIN_PARAMETERS)[number], string>>,
): Join | undefined {
  const { join, joinLevel, containedBy } = parameters;
  const level = joinLevel === undefined ? 1 : /^\d{1,2}$/.test(joinLevel) ? Number(joinLevel) : NaN;
  if (!(level >= 1 && level <= MAX_LEVEL)) {
    throw badRequestData(`joinLevel: must be a whole number from 1 to ${MAX_LEVEL}`);
  }
  if (join === undefined || join === '@none') return undefined;
  if (join !== 'inline' && join !== 'flat') throw badRequestData('join: must be inline, flat or @none');
  const ids = containedBy?.split(',').map((id) => checkedId(id.trim(), 'containedBy')) ?? [];
  return { shape: join, level, containedBy: new Set(ids) };
}
