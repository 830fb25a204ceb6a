import type { Terms } from '../context/terms';
import { badRequestData } from '../errors';
import { checkedName } from './names';
import { splitOutside } from '../query-language/split-outside';

/**
 * Members of an entity (ETSI GS CIM 009, clause 4.21), and of the entities that relationships lead to: for each name
 * what is meant there, or undefined.
 */
export type Members = ReadonlyMap<string, Members | undefined>;

const MAX_LENGTH = 4096;
const MAX_DEPTH = 10;

/**
 * Parses names separated by commas or vertical lines; a relationship may be followed by such a list in braces.
 *
 * @throws NgsiLdError BadRequestData
 */
export function parseMembers(text: string, parameter: string, terms: Terms, depth = 0): Members {
  if (text.length > MAX_LENGTH) throw badRequestData(`${parameter}: longer than ${MAX_LENGTH} characters`);
  if (depth > MAX_DEPTH) throw badRequestData(`${parameter}: nested deeper than ${MAX_DEPTH} relationships`);
  const members = new Map<string, Members | undefined>();
  for (const part of splitOutside(text, ',|')) {
    const [, name = '', inner] = /^([^{}]*)(?:\{(.*)\})?$/s.exec(part.trim()) ?? [];
    members.set(
      checkedName(name.trim(), parameter, terms),
      inner === undefined ? undefined : parseMembers(inner, parameter, terms, depth + 1),
    );
  }
  return members;
}

/** Members that are named one by one, of the entity alone. */
export const membersOf = (names: readonly string[]): Members =>
  new Map(names.map((name) => [name, undefined]));

/** How many relationships the deepest list of members follows. */
export const memberDepth = (members: Members): number =>
  Math.max(0, ...[...members.values()].map((inner) => (inner === undefined ? 0 : 1 + memberDepth(inner))));
