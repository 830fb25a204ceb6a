import type { Terms } from '../context/terms';
import { badRequestData } from '../errors';
import type { JsonObject, JsonValue } from '../model/entity';
import { isObject } from '../model/json';
import { checkedId } from '../model/names';
import { compilePattern } from '../query-language/pattern';
import { parseTypes } from '../query-language/type-selection';
import type { EntitySelector } from '../reader/entity-selection';
import type { QueryParameters } from './query-parameters';

/** A query in a body. */
export interface QueryBody {
  /** What it says besides the entities, as the parameters of a query in a request line. */
  parameters: QueryParameters;
  selectors?: EntitySelector[];
}

const TEXTS = ['q', 'scopeQ', 'lang', 'join'] as const;
const LISTS = ['attrs', 'pick', 'omit', 'containedBy', 'datasetId', 'expandValues', 'jsonKeys'] as const;
const GEO = ['georel', 'geometry', 'geoproperty'] as const;
const KNOWN: ReadonlySet<string> = new Set([
  '@context',
  'type',
  'entities',
  'geoQ',
  'ordering',
  'joinLevel',
  'entityMap',
  ...TEXTS,
  ...LISTS,
]);

const MAX_SELECTORS = 100;

/** Reads the data type Query (ETSI GS CIM 009, clause 5.2.23). @throws NgsiLdError BadRequestData */
export function readQueryBody(body: unknown, terms: Terms): QueryBody {
  if (!isObject(body) || body['type'] !== 'Query') throw badRequestData('type: must be Query');
  const unknown = Object.keys(body).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw badRequestData(`${unknown.slice(0, 80)}: is no member of such a query`);
  const selectors = selectorsOf(body['entities'], terms);
  return {
    parameters: {
      ...texts(body, TEXTS),
      ...lists(body),
      ...geoParameters(body['geoQ']),
      ...orderParameters(body['ordering']),
      ...joinLevel(body['joinLevel']),
    },
    ...(selectors && { selectors }),
  };
}

function texts<Name extends string>(body: JsonObject, names: readonly Name[]): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = body[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw badRequestData(`${name}: must be a string`);
    found[name] = value;
  }
  return found;
}

function lists(body: JsonObject): QueryParameters {
  const found: QueryParameters = {};
  for (const name of LISTS) {
    const value = body[name];
    if (value === undefined) continue;
    found[name] = strings(value, name).join(',');
  }
  return found;
}

function strings(value: JsonValue, name: string): string[] {
  const items = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(items) || items.length === 0)
    throw badRequestData(`${name}: must be an array of strings`);
  return items.map((item) => {
    if (typeof item !== 'string') throw badRequestData(`${name}: must be an array of strings`);
    return item;
  });
}

/** Coordinates may stand there as JSON or as text. */
function coordinates(value: JsonValue, name: string): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return JSON.stringify(value);
  throw badRequestData(`${name}: must be an array`);
}

function geoParameters(geo: JsonValue | undefined): QueryParameters {
  if (geo === undefined) return {};
  if (!isObject(geo)) throw badRequestData('geoQ: must be an object');
  const { coordinates: given } = geo;
  return {
    ...texts(geo, GEO),
    ...(given !== undefined && { coordinates: coordinates(given, 'geoQ.coordinates') }),
  };
}

function orderParameters(ordering: JsonValue | undefined): QueryParameters {
  if (ordering === undefined) return {};
  if (!isObject(ordering)) throw badRequestData('ordering: must be an object');
  const { orderBy, coordinates: from } = ordering;
  const { geometry, collation } = texts(ordering, ['geometry', 'collation']);
  if (from !== undefined && !Array.isArray(from))
    throw badRequestData('ordering.coordinates: must be an array');
  return {
    ...(orderBy !== undefined && { orderBy: strings(orderBy, 'ordering.orderBy').join(',') }),
    ...(from !== undefined && { orderFrom: JSON.stringify(from) }),
    ...(geometry !== undefined && { orderGeometry: geometry }),
    ...(collation !== undefined && { collation }),
  };
}

function joinLevel(level: JsonValue | undefined): QueryParameters {
  if (level === undefined) return {};
  if (typeof level !== 'number') throw badRequestData('joinLevel: must be a whole number');
  return { joinLevel: String(level) };
}

/** The data type EntitySelector (clause 5.2.33): the id goes before the pattern. */
function selectorsOf(entities: JsonValue | undefined, terms: Terms): EntitySelector[] | undefined {
  if (entities === undefined) return undefined;
  if (!Array.isArray(entities) || entities.length === 0 || entities.length > MAX_SELECTORS) {
    throw badRequestData(`entities: must be an array of 1 to ${MAX_SELECTORS} selectors`);
  }
  return entities.map((selector) => selectorOf(selector, terms));
}

function selectorOf(selector: JsonValue, terms: Terms): EntitySelector {
  if (!isObject(selector)) throw badRequestData('entities: a selector must be an object');
  const { id, idPattern, type } = selector;
  if (typeof type !== 'string') throw badRequestData('entities: a selector needs a type, a string');
  const types = parseTypes(type, terms);
  if (id !== undefined) {
    const ids = strings(id, 'entities.id').map((one) => checkedId(one, 'entities.id'));
    return { ...(types && { types }), ids };
  }
  if (idPattern === undefined) return { ...(types && { types }) };
  if (typeof idPattern !== 'string') throw badRequestData('entities.idPattern: must be a string');
  compilePattern(idPattern, 'entities.idPattern');
  return { ...(types && { types }), idPattern };
}
