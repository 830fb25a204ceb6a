import type { Terms } from '../context/terms';
import { badRequestData } from '../errors';
import { checkedName } from '../model/names';
import { splitOutside } from './split-outside';

const MAX_LENGTH = 4096;
const MAX_DEPTH = 8;
const MAX_ALTERNATIVES = 100;

/** Any type. */
export const ANY_TYPE = '*';

/**
 * A type selection (ETSI GS CIM 009, clause 4.17): `,` and `|` mean any of, `;` all of, with parentheses around a list
 * of either. In the result any of the lists is to be met; undefined: any type.
 *
 * @throws NgsiLdError BadRequestData
 */
export function parseTypes(text: string, terms: Terms): string[][] | undefined {
  if (text === ANY_TYPE) return undefined;
  if (text.length > MAX_LENGTH) throw badRequestData(`type: longer than ${MAX_LENGTH} characters`);
  return anyOf(text, 0, terms).map((all) => [...new Set(all)]);
}

function anyOf(text: string, depth: number, terms: Terms): string[][] {
  if (depth > MAX_DEPTH) throw badRequestData(`type: nested deeper than ${MAX_DEPTH} parentheses`);
  return bounded(splitOutside(text, ',|').flatMap((part) => allOf(part, depth, terms)));
}

function allOf(text: string, depth: number, terms: Terms): string[][] {
  return splitOutside(text, ';')
    .map((operand) =>
      operand.startsWith('(') && operand.endsWith(')')
        ? anyOf(operand.slice(1, -1), depth + 1, terms)
        : [[checkedName(operand.trim(), 'type', terms)]],
    )
    .reduce((left, right) => bounded(left.flatMap((a) => right.map((b) => [...a, ...b]))));
}

function bounded(alternatives: string[][]): string[][] {
  if (alternatives.length <= MAX_ALTERNATIVES) return alternatives;
  throw badRequestData(`type: more than ${MAX_ALTERNATIVES} alternatives`);
}
