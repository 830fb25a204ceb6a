import type { Projection } from '../projection/projection';
import { isSystemTime } from '../query-language/entity-query';
import type { Ordering } from './entity-selection';
import { attributePath, entityFragment, fragment, type Fragment } from './fragment';
import { scannedDistanceSql } from './geo-sql';
import type { Plan, Subject } from './plan';

/** What a page is sorted by. */
export interface SortKey {
  expression: Fragment;
  direction: 'ASC' | 'DESC';
  /** The index whose order this is; undefined when there is none. */
  index: string | undefined;
}

export function sortKey(
  plan: Plan,
  order: Ordering | undefined,
  projection: Projection | undefined,
): SortKey {
  if (order === undefined) {
    return { expression: fragment(plan.subject.id), direction: 'ASC', index: plan.subject.idIndex };
  }
  const direction = order.direction === 'asc' ? 'ASC' : 'DESC';
  if (order.attribute === 'distance' && plan.distance !== undefined) {
    return { expression: plan.distance, direction, index: undefined };
  }
  const plain = order.from === undefined && !order.subAttributes?.length && !order.members?.length;
  const indexed = plain && plan.subject.pk === 'p.entity' && projection?.order(order.attribute, order.ranks);
  if (indexed) return { expression: fragment(`p.${indexed.column}`), direction, index: indexed.index };
  return { expression: orderExpression(order, plan.subject), direction, index: undefined };
}

/** What no index gives an order by. */
function orderExpression(order: Ordering, subject: Subject): Fragment {
  const { attribute, from } = order;
  if (from !== undefined) return scannedDistanceSql({ geometry: from, geoproperty: attribute });
  switch (attribute) {
    case 'id':
      return fragment(subject.id);
    case 'type':
      return entityFragment("e.body ->> '$.type'");
    case 'createdAt':
    case 'modifiedAt':
      return entityFragment(attribute === 'createdAt' ? 'e.created_at' : 'e.modified_at');
    default:
      return isSystemTime(order.subAttributes?.at(-1) ?? '')
        ? entityFragment('timed_sort_key(?, e.body, e.sys, e.created_at)', JSON.stringify(order))
        : entityFragment('sort_key(?, e.body -> ?)', JSON.stringify(order), attributePath(attribute));
  }
}

/** What decides between entities that a page's order does not tell apart. */
export const furtherKeys = (plan: Plan, orders: readonly Ordering[] = []): SortKey[] =>
  orders.map((order) => sortKey(plan, order, undefined));

/** The order by a key that there is an index for. */
export const orderBy = ({ subject }: Plan, { expression, direction }: SortKey): string =>
  expression.sql === subject.id
    ? `ORDER BY ${subject.id} ${direction}`
    : `ORDER BY ${expression.sql} ${direction} NULLS LAST, ${subject.id} ${direction}`;
