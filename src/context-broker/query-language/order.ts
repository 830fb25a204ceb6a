import type { Terms } from '../context/terms';
import { badRequestData } from '../errors';
import type { SimpleGeometry } from '../model/geometry';
import type { Ordering } from '../reader/entity-selection';
import { parseQuery } from './parser';
import { splitOutside } from './split-outside';

const MAX_KEYS = 8;

const DIRECTIONS = new Map<string, Pick<Ordering, 'direction'> & { byDistance: boolean }>([
  ['asc', { direction: 'asc', byDistance: false }],
  ['desc', { direction: 'desc', byDistance: false }],
  ['dist-asc', { direction: 'asc', byDistance: true }],
  ['dist-desc', { direction: 'desc', byDistance: true }],
]);

/**
 * Parses what a list of entities is ordered by (ETSI GS CIM 009, clause 4.23): `path;asc`, `path;desc`,
 * `path;dist-asc` or `path;dist-desc`, several separated by commas; `from` is where distances are measured.
 *
 * @throws NgsiLdError BadRequestData
 */
export function parseOrder(text: string, terms: Terms, from: SimpleGeometry | undefined): Ordering[] {
  const keys = splitOutside(text, ',');
  if (keys.length > MAX_KEYS) throw badRequestData(`orderBy: more than ${MAX_KEYS} attributes`);
  return keys.map((key) => parseKey(key.trim(), terms, from));
}

function parseKey(text: string, terms: Terms, from: SimpleGeometry | undefined): Ordering {
  const [path = '', direction = 'asc', ...more] = text.split(';');
  const known = DIRECTIONS.get(direction);
  if (known === undefined || more.length > 0) {
    throw badRequestData('orderBy: an attribute is followed by ;asc, ;desc, ;dist-asc or ;dist-desc');
  }
  if (known.byDistance && from === undefined)
    throw badRequestData('orderFrom: is needed to order by distance');
  const target = parseQuery(path, terms);
  if (target.kind !== 'condition' || target.comparison !== undefined) {
    throw badRequestData(`orderBy: ${JSON.stringify(path.slice(0, 80))} is no path to an attribute`);
  }
  const { attribute, subAttributes, members } = target.path;
  return {
    attribute,
    direction: known.direction,
    ...(subAttributes.length > 0 && { subAttributes }),
    ...(members.length > 0 && { members }),
    ...(known.byDistance && from && { from }),
  };
}
