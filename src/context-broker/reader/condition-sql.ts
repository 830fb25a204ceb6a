import { identifier } from '../../common/sqlite/database';
import type { Projection } from '../projection/projection';
import { UNDECIDED_SQL } from '../projection/projected-value';
import type { Comparison, Condition, LinkedQuery, Literal, Operand, Query } from '../query-language/ast';
import { isSystemTime, withTimes } from '../query-language/entity-query';
import {
  attributePath,
  entityFragment,
  fragment,
  type Fragment,
  joined,
  negated,
  placeholders,
} from './fragment';

/** Entities and attributes have these without being given them. */
const SYSTEM_TIMES = new Map([
  ['createdAt', 'created_at'],
  ['modifiedAt', 'modified_at'],
]);

/** What conditions can be answered from without the entity: a projection (alias `p`), if the type has one. */
export interface ConditionContext {
  projection: Projection | undefined;
  /** Whether a column of the projection has undecided values. */
  hasUndecided(column: string): boolean;
  /** The present, when the store still has entities whose time is over. */
  overdueAt?: number;
}

/** A query as SQL over the projection and the entity (alias `e`). */
export function querySql(query: Query, context: ConditionContext): Fragment {
  if (query.kind === 'condition') return conditionSql(query, context);
  if (query.kind === 'not') return negated(conditionSql(query.operand, context));
  if (query.kind === 'linked') return linkedSql(query);
  const operands = query.operands.map((operand) => querySql(operand, context));
  return joined(query.kind === 'and' ? 'AND' : 'OR', operands);
}

/** The entities that a relationship leads to are looked up by id; within, they take the alias `e` over. */
function linkedSql({ attribute, types, query }: LinkedQuery): Fragment {
  const inner = querySql(query, { projection: undefined, hasUndecided: () => false });
  const typed = types === undefined ? fragment('TRUE') : typesSql([types]);
  return entityFragment(
    `EXISTS (
       SELECT 1 FROM (SELECT value FROM json_each(linked_ids('', e.body -> ?))) link
       CROSS JOIN entity e ON e.id = link.value WHERE e.body IS NOT NULL AND ${typed.sql} AND ${inner.sql})`,
    attributePath(attribute),
    ...typed.values,
    ...inner.values,
  );
}

/** The entity (alias `e`) has any type of one of the lists. */
function typesSql(lists: readonly string[][]): Fragment {
  const all = lists.flat();
  const having = `SELECT 1 FROM entity_type WHERE entity = e.pk AND deleted = 0 AND type IN (${placeholders(all)})`;
  return entityFragment(`EXISTS (${having})`, ...all);
}

function conditionSql(condition: Condition, context: ConditionContext): Fragment {
  return (
    systemTimeSql(condition) ??
    projectedStringSql(condition, context) ??
    projectedTimeSql(condition, context) ??
    generalSql(condition)
  );
}

/** Whether the condition is about an attribute as a whole. */
export const isPlain = ({ path }: Condition): boolean =>
  path.subAttributes.length === 0 && path.members.length === 0;

/** The condition is decided by the attribute in the entity. */
function generalSql(condition: Condition): Fragment {
  const path = attributePath(condition.path.attribute);
  return condition.comparison === undefined && isPlain(condition)
    ? entityFragment('e.body -> ? IS NOT NULL', path)
    : entityFragment('meets_condition(?, e.body -> ?)', JSON.stringify(condition), path);
}

/** {@link generalSql} where the entity is not joined, for the few rows that a projection cannot decide. */
const undecidedSql = (condition: Condition): Fragment =>
  fragment(
    'meets_condition(?, (SELECT body -> ? FROM entity WHERE pk = p.entity))',
    JSON.stringify(condition),
    attributePath(condition.path.attribute),
  );

/** `createdAt` of the entity, or of an attribute at whatever depth. */
function systemTimeSql({ path, comparison }: Condition): Fragment | undefined {
  const last = path.subAttributes.at(-1);
  if (last === undefined && path.members.length === 0) {
    const column = SYSTEM_TIMES.get(path.attribute);
    return column === undefined
      ? undefined
      : timeSql(entityFragment(`e.${column}`), comparison && withTimes(comparison));
  }
  if (last === undefined || !isSystemTime(last)) return undefined;
  const condition: Condition = { kind: 'condition', path, ...(comparison && { comparison }) };
  const sql = 'meets_timed_condition(?, e.body, e.sys, e.created_at)';
  return entityFragment(sql, JSON.stringify(condition));
}

/** The strings that a plain equality compares with; undefined for any other condition. */
export function equalStrings(condition: Query): string[] | undefined {
  if (condition.kind !== 'condition' || !isPlain(condition)) return undefined;
  const { comparison } = condition;
  if (comparison?.operator !== '==') return undefined;
  const strings = comparison.operands.map((operand) =>
    operand.kind === 'string' ? operand.value : undefined,
  );
  return strings.every((value) => value !== undefined) ? strings : undefined;
}

function projectedStringSql(condition: Condition, { projection }: ConditionContext): Fragment | undefined {
  const strings = equalStrings(condition);
  if (strings === undefined || !projection?.profile.values.includes(condition.path.attribute))
    return undefined;
  const column = `p.${identifier(condition.path.attribute)}`;
  return joined('AND', [
    fragment(`${column} IN (${placeholders(strings)}, ${UNDECIDED_SQL})`, ...strings),
    joined('OR', [fragment(`${column} <> ${UNDECIDED_SQL}`), undecidedSql(condition)]),
  ]);
}

function projectedTimeSql(condition: Condition, context: ConditionContext): Fragment | undefined {
  const { projection } = context;
  const name = condition.path.attribute;
  if (!isPlain(condition) || !projection?.profile.times.includes(name)) return undefined;
  if (!isTimeComparison(condition.comparison)) return undefined;
  const column = identifier(name);
  const decided = timeSql(fragment(`p.${column}`), condition.comparison);
  if (!context.hasUndecided(column)) return decided;
  const undecided = fragment(`p.${column} = ${UNDECIDED_SQL}`);
  return joined('OR', [
    joined('AND', [fragment(`p.${column} <> ${UNDECIDED_SQL}`), decided]),
    joined('AND', [undecided, undecidedSql(condition)]),
  ]);
}

function isTimeComparison(comparison: Comparison | undefined): comparison is Comparison {
  switch (comparison?.operator) {
    case '==':
      return comparison.operands.every(isTime);
    case '>':
    case '>=':
    case '<':
    case '<=':
      return isTime(comparison.operand);
    default:
      return false;
  }
}

const isTime = (operand: Operand): boolean =>
  operand.kind === 'dateTime' || (operand.kind === 'range' && operand.from.kind === 'dateTime');

/** A comparison of a time in microseconds; what is no DateTime compares with none. */
function timeSql(time: Fragment, comparison: Comparison | undefined): Fragment {
  const compared = (operator: string, literal: Literal): Fragment =>
    literal.kind === 'dateTime'
      ? { ...time, sql: `${time.sql} ${operator} ?`, values: [...time.values, literal.value] }
      : fragment('FALSE');
  const equal = (operand: Operand): Fragment =>
    operand.kind === 'range'
      ? joined('AND', [compared('>=', operand.from), compared('<=', operand.to)])
      : compared('=', operand);
  if (comparison === undefined) return { ...time, sql: `${time.sql} IS NOT NULL` };
  switch (comparison.operator) {
    case '==':
      return joined('OR', comparison.operands.map(equal));
    case '!=': {
      const met = joined('OR', comparison.operands.map(equal));
      return { ...met, sql: `NOT ${met.sql}` };
    }
    case '~=':
    case '!~=':
      return fragment('FALSE');
    default:
      return compared(comparison.operator, comparison.operand);
  }
}
