import type { GeoQuery } from '../geo/geo-query';
import { badRequestData } from '../errors';
import { isSystemTime, withTimes } from '../query-language/entity-query';
import type { Comparison, Condition, Query } from '../query-language/ast';
import type { ScopeQuery } from '../query-language/scope-query';
import type { EntitySelection, EntitySelector } from '../reader/entity-selection';
import { fragment, type Fragment, joined, negated } from '../reader/fragment';
import { goesOn } from '../reader/sql-functions';
import { SCOPE } from '../store/history-table';
import { instanceConditions, TIME_COLUMNS, timeConditions } from './instance-conditions';
import type { TemporalFilter, TimeProperty } from './temporal-query';

/**
 * Which entities (table `entity`) a temporal query means: those that have instances in the time that is asked about,
 * and meet the other restrictions with instances of that time (ETSI GS CIM 009, clause 5.7.4.4).
 */
export function entityConditions(selection: EntitySelection, filter: TemporalFilter): Fragment[] {
  const { selectors, query, geo, scope } = selection;
  return [
    selectorSql(selection),
    ...(selectors === undefined ? [] : [joined('OR', selectors.map(selectorSql))]),
    existsInstance(instanceConditions(filter)),
    ...(query === undefined ? [] : [querySql(query, filter)]),
    ...(geo === undefined ? [] : [geoSql(geo, filter)]),
    ...(scope === undefined ? [] : [scopeSql(scope, filter)]),
  ];
}

function scopeSql(scope: ScopeQuery, filter: TemporalFilter): Fragment {
  const argument = { query: scope, from: filter.from, until: filter.until };
  return fragment(
    `had_scope(?, (${scopeChangesSql(filter.timeProperty, 'entity.pk')}))`,
    JSON.stringify(argument),
  );
}

/** The changes of an entity's scope as a JSON array of `ScopeChange`. */
export function scopeChangesSql(timeProperty: TimeProperty, entity: string): string {
  const column = TIME_COLUMNS[timeProperty];
  return `SELECT json_group_array(json_array(at, json(scope))) FROM (
    SELECT ${column} AS at, iif(deleted = 1, '[]', body -> '$.value') AS scope FROM attribute_instance
    WHERE entity = ${entity} AND attribute = '${SCOPE}' ORDER BY coalesce(${column}, modified_at), modified_at)`;
}

function selectorSql({ types, ids, idPattern }: EntitySelector): Fragment {
  return joined('AND', [
    typeSql(types),
    ...(ids === undefined ? [] : [fragment('id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))]),
    ...(idPattern === undefined ? [] : [fragment('matches_pattern(?, id)', idPattern)]),
  ]);
}

function typeSql(types: string[][] | undefined): Fragment {
  if (types === undefined) return fragment('TRUE');
  const having = (type: string) => fragment('pk IN (SELECT entity FROM entity_type WHERE type = ?)', type);
  return joined(
    'OR',
    types.map((all) => joined('AND', all.map(having))),
  );
}

/**
 * There is such an instance. Not written as EXISTS, which SQLite turns into a join; with several of them that goes
 * through all of their combinations.
 */
const existsInstance = ({ sql, values }: Fragment): Fragment =>
  fragment(
    `(SELECT 1 FROM attribute_instance WHERE entity = entity.pk AND ${goesOn('modified_at')} AND ${sql} LIMIT 1) = 1`,
    ...values,
  );

function querySql(query: Query, filter: TemporalFilter): Fragment {
  if (query.kind === 'condition') return conditionSql(query, filter);
  if (query.kind === 'not') return negated(conditionSql(query.operand, filter));
  if (query.kind === 'linked') throw badRequestData('q: a temporal query does not follow relationships');
  return joined(
    query.kind === 'and' ? 'AND' : 'OR',
    query.operands.map((operand) => querySql(operand, filter)),
  );
}

function conditionSql(condition: Condition, filter: TemporalFilter): Fragment {
  const { attribute, subAttributes, members } = condition.path;
  if (subAttributes.length + members.length === 0 && isSystemTime(attribute)) {
    const column = attribute === 'createdAt' ? 'entity.created_at' : 'entity.modified_at';
    return fragment(`meets_time(?, CAST(${column} AS TEXT))`, JSON.stringify(timed(condition)));
  }
  const time = timeConditions(filter);
  const test = instanceTest(condition);
  return existsInstance(
    fragment(
      `attribute = ? AND deleted = 0 AND ${time.sql} AND ${test.sql}`,
      attribute,
      ...time.values,
      ...test.values,
    ),
  );
}

/** Whether an instance meets a condition. */
function instanceTest(condition: Condition): Fragment {
  const { subAttributes, members } = condition.path;
  const last = subAttributes.at(-1);
  if (last !== undefined && isSystemTime(last)) {
    return fragment(
      'meets_timed_instance(?, body, created_at, modified_at)',
      JSON.stringify(timed(condition)),
    );
  }
  if (condition.comparison === undefined && subAttributes.length + members.length === 0)
    return fragment('TRUE');
  const general = fragment('meets_condition(?, body)', JSON.stringify(condition));
  const number = subAttributes.length + members.length === 0 ? numberTest(condition.comparison) : undefined;
  if (number === undefined) return general;
  return fragment(
    `CASE json_type(body, '$.value') WHEN 'integer' THEN ${number.sql} WHEN 'real' THEN ${number.sql}
     ELSE ${general.sql} END`,
    ...number.values,
    ...number.values,
    ...general.values,
  );
}

/** How a number compares; undefined where that is not with one number. */
function numberTest(comparison: Comparison | undefined): Fragment | undefined {
  if (comparison === undefined || !('operand' in comparison) || comparison.operand.kind !== 'number') {
    return undefined;
  }
  return fragment(`body ->> '$.value' ${comparison.operator} ?`, comparison.operand.value);
}

function geoSql(geo: GeoQuery, filter: TemporalFilter): Fragment {
  const time = timeConditions(filter);
  return existsInstance(
    fragment(
      `attribute = ? AND deleted = 0 AND ${time.sql} AND meets_geo_query(?, body)`,
      geo.geoproperty,
      ...time.values,
      JSON.stringify(geo),
    ),
  );
}

const timed = ({ comparison, ...condition }: Condition): Condition => ({
  ...condition,
  ...(comparison && { comparison: withTimes(comparison) }),
});
