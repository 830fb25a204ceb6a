import type { Database, SqlFunction, SqlValue } from '../../common/sqlite/database';
import { distanceTo } from '../geo/distance';
import type { GeoQuery } from '../geo/geo-query';
import { meets } from '../geo/predicates';
import type { JsonValue } from '../model/entity';
import { parseDateTime } from '../model/date-time';
import { asGeometry, type SimpleGeometry } from '../model/geometry';
import { isObject } from '../model/normalize-attribute';
import { foldedWords } from '../../common/fold-text';
import type { Cancellation } from './cancellation';
import type { Condition } from '../query-language/ast';
import { compileCondition } from '../query-language/evaluate';
import { compilePattern } from '../query-language/pattern';

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
  const define = <T>(name: string, compile: (argument: string) => (value: string) => T & SqlValue) =>
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
  define('meets_geo_query', (argument) => {
    const query = JSON.parse(argument) as GeoQuery;
    return (value) => Number(geometriesOf(value).some((geometry) => meets(geometry, query)));
  });
  define('distance_to', (argument) => {
    const from = JSON.parse(argument) as [number, number];
    return (value) => Math.min(...geometriesOf(value).map((geometry) => distanceTo(from, geometry)));
  });
  define(
    'has_word',
    (prefix) => (value) => Number(foldedWords(value).some((word) => word.startsWith(prefix))),
  );
  define('sort_key', (argument) => {
    const ranks = JSON.parse(argument) as string[] | null;
    return (value) => sortKey(parsed(value), ranks);
  });
}

function withCompiled(
  compile: (argument: string) => (value: string) => SqlValue,
  cancellation: Cancellation,
): SqlFunction {
  const compiled = new Map<string, (value: string) => SqlValue>();
  return (argument, value) => {
    if (typeof argument !== 'string' || typeof value !== 'string') return null;
    let run = compiled.get(argument);
    if (run === undefined) {
      if (compiled.size >= CACHED) compiled.clear();
      run = compile(argument);
      compiled.set(argument, run);
    }
    cancellation.check();
    return run(value);
  };
}

const parsed = (json: string): JsonValue => JSON.parse(json) as JsonValue;

const instances = (attribute: JsonValue): JsonValue[] => [attribute].flat();

const geometriesOf = (attribute: string): SimpleGeometry[] =>
  instances(parsed(attribute))
    .map((instance) => (isObject(instance) ? asGeometry(instance['value']) : undefined))
    .filter((geometry) => geometry !== undefined);

/** What an attribute is sorted by: its rank, its time in microseconds, its number or its text; null comes last. */
function sortKey(attribute: JsonValue, ranks: readonly string[] | null): SqlValue {
  const [first] = instances(attribute);
  if (!isObject(first)) return null;
  const content = first['value'] ?? first['object'] ?? null;
  const value = isObject(content) ? (content['@value'] ?? null) : content;
  if (ranks !== null) return rankOf(value, ranks);
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
