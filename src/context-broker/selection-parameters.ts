import { CORE_TERMS, type Terms } from './context/terms';
import { badRequestData } from './errors';
import { type GeoParameters, parseGeoQuery } from './geo/parse-geo-query';
import { checkedId, checkedName } from './model/names';
import { compilePattern } from './query-language/pattern';
import { parseQuery } from './query-language/parser';
import type { EntitySelection } from './reader/entity-selection';

/** The parameters of ETSI GS CIM 009, clause 6.4.3.2, that say which entities are meant, decoded. */
export interface SelectionParameters extends GeoParameters {
  type?: string;
  id?: string;
  idPattern?: string;
  attrs?: string;
  q?: string;
}

const MAX_LISTED = 1000;

/** @throws NgsiLdError BadRequestData */
export function parseSelection(parameters: SelectionParameters, terms: Terms = CORE_TERMS): EntitySelection {
  const { type, id, idPattern, attrs, q } = parameters;
  if (idPattern !== undefined) compilePattern(idPattern, 'idPattern');
  const geo = parseGeoQuery(parameters, terms);
  return {
    ...(type !== undefined && { types: parseTypes(type, terms) }),
    ...(id !== undefined && { ids: parseList(id, 'id').map((one) => checkedId(one)) }),
    ...(idPattern !== undefined && { idPattern }),
    ...(attrs !== undefined && { attributes: parseNames(attrs, 'attrs', terms) }),
    ...(q !== undefined && { query: parseQuery(q, terms) }),
    ...(geo !== undefined && { geo }),
  };
}

/** Names separated by commas. @throws NgsiLdError BadRequestData */
export const parseNames = (text: string, parameter: string, terms: Terms = CORE_TERMS): string[] =>
  parseList(text, parameter).map((name) => checkedName(name, parameter, terms));

function parseList(text: string, parameter: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.length > MAX_LISTED) throw badRequestData(`${parameter}: more than ${MAX_LISTED} values`);
  return items;
}

const MAX_TYPE_LENGTH = 4096;
const MAX_TYPE_DEPTH = 8;
const MAX_ALTERNATIVES = 100;

/**
 * A type selection (clause 4.17): `,` and `|` mean any of, `;` all of, with parentheses around a list of either. In
 * the result any of the lists is to be met.
 */
function parseTypes(text: string, terms: Terms): string[][] {
  if (text.length > MAX_TYPE_LENGTH) throw badRequestData(`type: longer than ${MAX_TYPE_LENGTH} characters`);
  return anyOfTypes(text, 0, terms).map((all) => [...new Set(all)]);
}

function anyOfTypes(text: string, depth: number, terms: Terms): string[][] {
  if (depth > MAX_TYPE_DEPTH) throw badRequestData(`type: nested deeper than ${MAX_TYPE_DEPTH} parentheses`);
  return bounded(splitOutside(text, ',|').flatMap((part) => allOfTypes(part, depth, terms)));
}

function allOfTypes(text: string, depth: number, terms: Terms): string[][] {
  return splitOutside(text, ';')
    .map((operand) =>
      operand.startsWith('(') && operand.endsWith(')')
        ? anyOfTypes(operand.slice(1, -1), depth + 1, terms)
        : [[checkedName(operand, 'type', terms)]],
    )
    .reduce((left, right) => bounded(left.flatMap((a) => right.map((b) => [...a, ...b]))));
}

function bounded(alternatives: string[][]): string[][] {
  if (alternatives.length <= MAX_ALTERNATIVES) return alternatives;
  throw badRequestData(`type: more than ${MAX_ALTERNATIVES} alternatives`);
}

/** The parts between separators that stand outside of parentheses. */
function splitOutside(text: string, separators: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0 && separators.includes(character)) parts.push('');
    else parts.push((parts.pop() ?? '') + character);
  }
  return parts;
}
