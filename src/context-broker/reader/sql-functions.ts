import type { Database, SqlFunction, SqlValue } from '../../common/sqlite/database';
import { distanceBetween } from '../geo/distance';
import type { GeoQuery } from '../geo/geo-query';
import { meets } from '../geo/predicates';
import type { Attribute, Entity, JsonValue } from '../model/entity';
import { parseDateTime } from '../model/date-time';
import { asGeometry, type SimpleGeometry } from '../model/geometry';
import { isObject } from '../model/json';
import { foldedWords } from '../../common/fold-text';
import type { Cancellation } from './cancellation';
import type { Condition } from '../query-language/ast';
import { compileTimedCondition, linkedIds } from '../query-language/entity-query';
import { compileCondition, valuesAt } from '../query-language/evaluate';
import { compilePattern } from '../query-language/pattern';
import { meetsScopeQuery, type ScopeQuery } from '../query-language/scope-query';
import { hasEnded } from '../store/expiry';
import { attributeWithTimes, type SystemTimes } from '../store/system-times';
import { defineTemporalFunctions } from '../temporal/temporal-functions';
import type { Ordering } from './entity-selection';

/**
 * A condition that is always true, and ends the statement when it is cancelled. It looks once in 64 rows, as calling a
 * function of ours costs as much as reading a row.
 */
export const goesOn = (pk: string): string => `(${pk} % 64 <> 0 OR goes_on())`;

/** Compiled arguments that are kept: those of the queries that run. */
const CACHED = 64;

/**
 * Makes those parts of queries callable from SQL that SQLite cannot do itself. The first argument says what is asked,
 * in JSON, and is the same for all rows; the second is an attribute in JSON, or NULL.
 */
export function defineSqlFunctions(database: Database, cancellation: Cancellation): void {
  const define: DefineFunction = (name, compile) =>
    database.define(name, withCompiled(compile, cancellation));

  database.define('goes_on', () => (cancellation.check(), 1), { deterministic: false });

  define('matches_pattern', (text) => {
    const pattern = compilePattern(text, 'idPattern');
    return (value) => Number(pattern.matcher(value).find());
  });
  define('meets_condition', (argument) => {
    const test = compileCondition(JSON.parse(argument) as Condition);
    return (value) => Number(test(parsed(value)));
  });
  define('meets_timed_condition', (argument) => {
    const test = compileTimedCondition(JSON.parse(argument) as Condition);
    return (body, sys, createdAt) =>
      Number(
        test({
          entity: JSON.parse(body) as Entity,
          times: JSON.parse(String(sys)) as SystemTimes,
          createdAt: Number(createdAt),
          modifiedAt: Number(createdAt),
        }),
      );
  });
  define('linked_ids', () => (value) => {
    const ids = instances(parsed(value)).flatMap((instance) => linkedIds(instance as unknown as Attribute));
    return JSON.stringify([...new Set(ids)]);
  });
  define('meets_scope_query', (argument) => {
    const query = JSON.parse(argument) as ScopeQuery;
    return (value) => Number(meetsScopeQuery(parsed(value), query));
  });
  defineTemporalFunctions(define);
  define('has_ended', (now) => (sys) => Number(hasEnded(JSON.parse(sys) as SystemTimes, Number(now))));
  define('meets_geo_query', (argument) => {
    const query = JSON.parse(argument) as GeoQuery;
    const check = () => cancellation.check();
    return (value) => Number(geometriesOf(value).some((geometry) => meets(geometry, query, check)));
  });
  define('distance_between', (argument) => {
    const from = JSON.parse(argument) as SimpleGeometry;
    const check = () => cancellation.check();
    return (value) => least(geometriesOf(value).map((geometry) => distanceBetween(from, geometry, check)));
  });
  define(
    'has_word',
    (prefix) => (value) => Number(foldedWords(value).some((word) => word.startsWith(prefix))),
  );
  define('sort_key', (argument) => {
    const order = JSON.parse(argument) as Partial<Ordering>;
    return (value) => sortKey(parsed(value), order);
  });
  define('timed_sort_key', (argument) => {
    const order = JSON.parse(argument) as Ordering;
    return (body, sys, createdAt) => {
      const times = JSON.parse(String(sys)) as SystemTimes;
      const entity = JSON.parse(body) as Entity;
      const attribute = attributeWithTimes(entity, order.attribute, times, Number(createdAt));
      return attribute === undefined ? null : sortKey(attribute as JsonValue, order);
    };
  });
}

/** Gives the function for an argument, which is called with the values of each row. */
type Compile = (argument: string) => (value: string, ...more: SqlValue[]) => SqlValue;

/** Makes a function callable. */
export type DefineFunction = (name: string, compile: Compile) => void;

function withCompiled(compile: Compile, cancellation: Cancellation): SqlFunction {
  const compiled = new Map<string, ReturnType<Compile>>();
  return (argument, value, ...more) => {
    if (typeof argument !== 'string' || typeof value !== 'string') return null;
    let run = compiled.get(argument);
    if (run === undefined) {
      if (compiled.size >= CACHED) compiled.clear();
      run = compile(argument);
      compiled.set(argument, run);
    }
    cancellation.check();
    return run(value, ...more);
  };
}

const parsed = (json: string): JsonValue => JSON.parse(json) as JsonValue;

const instances = (attribute: JsonValue): JsonValue[] => [attribute].flat();

const geometriesOf = (attribute: string): SimpleGeometry[] =>
  instances(parsed(attribute))
    .map((instance) => (isObject(instance) ? asGeometry(instance['value']) : undefined))
    .filter((geometry) => geometry !== undefined);

const least = (distances: number[]): number | null =>
  distances.length === 0 ? null : Math.min(...distances);

/**
 * What an attribute is sorted by: its rank, its time in microseconds, its number or its text, in this order where
 * several attributes are not of one kind; null comes last.
 */
function sortKey(
  attribute: JsonValue,
  { ranks, subAttributes = [], members = [] }: Partial<Ordering>,
): SqlValue {
  const [content = null] = valuesAt(attribute, { attribute: '', subAttributes, members });
  const value = isObject(content) ? (content['@value'] ?? null) : content;
  if (ranks !== undefined) return rankOf(value, ranks);
  switch (typeof value) {
    case 'string':
      return parseDateTime(value) ?? value;
    case 'number':
      return value;
    case 'boolean':
      return Number(value);
    default:
      return null;
  }
}

function rankOf(value: JsonValue, ranks: readonly string[]): number | null {
  const rank = typeof value === 'string' ? ranks.indexOf(value) : -1;
  return rank === -1 ? null : rank;
}
