import { badRequestData } from '../errors';
import type { JsonValue } from '../model/entity';
import { splitOutside } from './split-outside';

/** A query on scopes (ETSI GS CIM 009, clause 4.19). */
export type ScopeQuery =
  | { kind: 'and' | 'or'; operands: ScopeQuery[] }
  /** The levels of a path: `+` is any one level, `#` at the end the level before it with all below. */
  | { kind: 'scope'; levels: string[] };

const MAX_LENGTH = 4096;
const MAX_DEPTH = 8;
const TERM = /^\/?(?:\p{L}[\p{L}\p{N}_]*|\+|#)(?:\/(?:\p{L}[\p{L}\p{N}_]*|\+|#))*$/u;

/**
 * Parses a query on scopes: `;` is and, `,` and `|` are or, and bind less tightly.
 *
 * @throws NgsiLdError BadRequestData
 */
export function parseScopeQuery(text: string): ScopeQuery {
  if (text.length > MAX_LENGTH) throw badRequestData(`scopeQ: longer than ${MAX_LENGTH} characters`);
  return alternatives(text, 0);
}

function alternatives(text: string, depth: number): ScopeQuery {
  if (depth > MAX_DEPTH) throw badRequestData(`scopeQ: nested deeper than ${MAX_DEPTH} parentheses`);
  return joined('or', splitOutside(text, ',|'), (part) =>
    joined('and', splitOutside(part, ';'), (operand) =>
      operand.startsWith('(') && operand.endsWith(')')
        ? alternatives(operand.slice(1, -1), depth + 1)
        : term(operand),
    ),
  );
}

function joined(kind: 'and' | 'or', parts: string[], parse: (part: string) => ScopeQuery): ScopeQuery {
  const [first, ...others] = parts.map((part) => parse(part.trim()));
  return first === undefined || others.length > 0
    ? { kind, operands: [...(first ? [first] : []), ...others] }
    : first;
}

function term(text: string): ScopeQuery {
  const levels = levelsOf(text);
  const isLast = levels.indexOf('#') === -1 || levels.indexOf('#') === levels.length - 1;
  if (TERM.test(text) && isLast) return { kind: 'scope', levels };
  throw badRequestData(
    `scopeQ: ${JSON.stringify(text.slice(0, 80))} is no path such as /Hanoi/+ or /Hanoi/#`,
  );
}

/** Whether one of an entity's scopes is meant. */
export function meetsScopeQuery(scope: JsonValue | undefined, query: ScopeQuery): boolean {
  switch (query.kind) {
    case 'and':
      return query.operands.every((operand) => meetsScopeQuery(scope, operand));
    case 'or':
      return query.operands.some((operand) => meetsScopeQuery(scope, operand));
    case 'scope':
      return [scope ?? []]
        .flat()
        .some((path) => typeof path === 'string' && matches(levelsOf(path), query.levels));
  }
}

const levelsOf = (path: string): string[] => path.replace(/^\//, '').split('/');

function matches(path: string[], levels: string[]): boolean {
  const open = levels.at(-1) === '#';
  const fixed = open ? levels.slice(0, -1) : levels;
  const isLongEnough = open ? path.length >= fixed.length : path.length === fixed.length;
  return isLongEnough && fixed.every((level, at) => level === '+' || level === path[at]);
}
