import type { Microseconds } from '../model/date-time';
import type { JsonValue } from '../model/entity';
import { meetsScopeQuery, type ScopeQuery } from '../query-language/scope-query';
import type { Span } from './instance-conditions';

/** The scope of an entity from a point in time on; `[]` when it had none. */
export type ScopeChange = [at: Microseconds | null, scope: JsonValue];

/**
 * When the scope of an entity was one that is meant: a scope is valid from when it is set until it is set anew (ETSI
 * GS CIM 009, clause 4.18). Changes are in ascending order.
 */
export function validSpans(changes: readonly ScopeChange[], query: ScopeQuery, within: Span): Span[] {
  return changes.flatMap(([at, scope], index) => {
    const from = Math.max(at ?? -Infinity, within.from);
    const until = Math.min(changes[index + 1]?.[0] ?? Infinity, within.until);
    return from < until && meetsScopeQuery(scope, query) ? [{ from, until }] : [];
  });
}
