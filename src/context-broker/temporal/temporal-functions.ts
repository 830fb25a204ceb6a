import { formatDateTime, type Microseconds } from '../model/date-time';
import type { JsonObject } from '../model/entity';
import { compileCondition } from '../query-language/evaluate';
import type { Condition } from '../query-language/ast';
import type { ScopeQuery } from '../query-language/scope-query';
import type { DefineFunction } from '../reader/sql-functions';
import { Periods } from './aggregation';
import type { Duration } from './duration';
import { type ScopeChange, validSpans } from './scope-validity';

/** Makes what temporal queries need callable from SQL; see `defineSqlFunctions`. */
export function defineTemporalFunctions(define: DefineFunction): void {
  define('meets_time', (argument) => {
    const test = compileCondition(JSON.parse(argument) as Condition);
    return (time) => Number(test({ type: 'Property', value: formatDateTime(Number(time)) }));
  });
  define('meets_timed_instance', (argument) => {
    const test = compileCondition(JSON.parse(argument) as Condition);
    return (body, createdAt, modifiedAt) => {
      const times = {
        createdAt: formatDateTime(Number(createdAt)),
        modifiedAt: formatDateTime(Number(modifiedAt)),
      };
      return Number(test({ ...(JSON.parse(body) as JsonObject), ...times }));
    };
  });
  define('period_of', (argument) => {
    const { start, duration } = JSON.parse(argument) as { start: Microseconds; duration: Duration };
    const periods = new Periods(start, duration, start);
    // Instances mostly come in the order of time, many of one period in a row.
    let last = { index: 0, from: start, until: periods.endOf(0) };
    return (text) => {
      const time = Number(text);
      if (time < last.from || time >= last.until) {
        const index = periods.indexOf(time);
        last = { index, from: periods.startOf(index), until: periods.endOf(index) };
      }
      return last.index;
    };
  });
  define('had_scope', (argument) => {
    const { query, from, until } = JSON.parse(argument) as {
      query: ScopeQuery;
      from?: number;
      until?: number;
    };
    const within = { from: from ?? -Infinity, until: until ?? Infinity };
    return (changes) => Number(validSpans(JSON.parse(changes) as ScopeChange[], query, within).length > 0);
  });
}
