import { CORE_TERMS, type Terms } from './context/terms';
import { badRequestData } from './errors';
import { type GeoParameters, parseGeoQuery } from './geo/parse-geo-query';
import { ENTITY_MEMBERS } from './model/entity';
import { checkedId, checkedName } from './model/names';
import type { Query } from './query-language/ast';
import { parseQuery } from './query-language/parser';
import { compilePattern } from './query-language/pattern';
import { parseScopeQuery } from './query-language/scope-query';
import { parseTypes } from './query-language/type-selection';
import type { EntitySelection } from './reader/entity-selection';

/** The parameters of ETSI GS CIM 009, clause 6.4.3.2, that say which entities are meant, decoded. */
export interface SelectionParameters extends GeoParameters {
  type?: string;
  id?: string;
  idPattern?: string;
  attrs?: string;
  q?: string;
  expandValues?: string;
  scopeQ?: string;
}

const MAX_LISTED = 1000;

/** @throws NgsiLdError BadRequestData */
export function parseSelection(parameters: SelectionParameters, terms: Terms = CORE_TERMS): EntitySelection {
  const { type, id, idPattern, attrs, q, expandValues, scopeQ } = parameters;
  if (idPattern !== undefined) compilePattern(idPattern, 'idPattern');
  const geo = parseGeoQuery(parameters, terms);
  const types = type === undefined ? undefined : parseTypes(type, terms);
  const attributes = attrs === undefined ? [] : withoutSystemNames(parseNames(attrs, 'attrs', terms));
  const naming = new Set(expandValues === undefined ? [] : parseNames(expandValues, 'expandValues', terms));
  return {
    ...(types && { types }),
    ...(id !== undefined && { ids: parseList(id, 'id').map((one) => checkedId(one)) }),
    ...(idPattern !== undefined && { idPattern }),
    ...(attributes.length > 0 && { attributes }),
    ...(q !== undefined && { query: parseQuery(q, terms, naming) }),
    ...(geo !== undefined && { geo }),
    ...(scopeQ !== undefined && { scope: parseScopeQuery(scopeQ) }),
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

/** Every entity has times, so that to ask for them selects nothing; its other members are no attributes. */
function withoutSystemNames(names: string[]): string[] {
  const other = names.find((name) => ENTITY_MEMBERS.has(name) && !SYSTEM_NAMES.has(name));
  if (other !== undefined) throw badRequestData(`attrs: ${other} is no attribute`);
  return names.filter((name) => !SYSTEM_NAMES.has(name));
}

const SYSTEM_NAMES: ReadonlySet<string> = new Set(['createdAt', 'modifiedAt', 'deletedAt', 'expiresAt']);

/**
 * Whether a query would go through all entities there are (clause 5.7.2.4). Those of ids do not, which other brokers
 * take too, unless `idsNarrow` says that they do not count.
 */
export function isTooWide(selection: EntitySelection, idsNarrow: boolean): boolean {
  const { types, ids, idPattern, selectors, attributes, query, geo, scope } = selection;
  const narrowing = [types, selectors, attributes, geo, scope, ...(idsNarrow ? [ids, idPattern] : [])];
  return narrowing.every((part) => part === undefined) && (query === undefined || asksForTimesOnly(query));
}

function asksForTimesOnly(query: Query): boolean {
  switch (query.kind) {
    case 'condition':
      return SYSTEM_NAMES.has(query.path.attribute);
    case 'not':
    case 'linked':
      return false;
    default:
      return query.operands.every(asksForTimesOnly);
  }
}
