import type { Query } from '../../query-language/ast';
import { compilePattern } from '../../query-language/pattern';
import type { Subscription } from './subscription';

/**
 * How large the regular expressions of a subscription are, in steps of their programs: each character of a text may
 * take as many. Changes are compared with subscriptions while everything else waits.
 */
export function patternSize({ q, entities = [] }: Pick<Subscription, 'q' | 'entities'>): number {
  const patterns = [
    ...(q === undefined ? [] : patternsOf(q.query)),
    ...entities.flatMap(({ idPattern }) => idPattern ?? []),
  ];
  return patterns.reduce((size, pattern) => size + compilePattern(pattern, 'q').programSize(), 0);
}

function patternsOf(query: Query): string[] {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.operands.flatMap(patternsOf);
    case 'not':
      return patternsOf(query.operand);
    case 'linked':
      return patternsOf(query.query);
    case 'condition':
      return query.comparison !== undefined && 'pattern' in query.comparison
        ? [query.comparison.pattern]
        : [];
  }
}
