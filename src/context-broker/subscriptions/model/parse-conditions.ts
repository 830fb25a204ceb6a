import { CORE_TERMS, type Terms } from '../../context/terms';
import { badRequestData } from '../../errors';
import { parseGeoQuery } from '../../geo/parse-geo-query';
import type { JsonObject } from '../../model/entity';
import type { Query } from '../../query-language/ast';
import { parseQuery } from '../../query-language/parser';
import { parseScopeQuery } from '../../query-language/scope-query';
import { listOf, object, type Read, text } from './members';
import { storedName } from './stored-names';
import type { Subscription } from './subscription';

/** A query (clause 4.9). */
export const query =
  (terms: Terms = CORE_TERMS, naming?: readonly string[]): Read<NonNullable<Subscription['q']>> =>
  (value, path) => {
    const given = text(value, path);
    return {
      text: given,
      query: parseGivenQuery(given, (query) => parseQuery(query, terms, new Set(naming))),
    };
  };

/** Many clients, and the examples of the standard, write it as in a URL; others have escapes in their texts. */
function parseGivenQuery(given: string, parse: (query: string) => Query): Query {
  const hasEscapedQuotes = given.includes('%22') && !given.includes('"');
  if (hasEscapedQuotes) return parse(decoded(given));
  try {
    return parse(given);
  } catch (error) {
    const plain = decoded(given);
    if (plain === given) throw error;
    return parse(plain);
  }
}

function decoded(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}

/** Attributes whose values are names: an array, or separated by commas. */
export const expandValues =
  (terms: Terms): Read<string[]> =>
  (value, path) =>
    listOf(storedName(terms))(typeof value === 'string' ? value.split(',') : value, path);

/** A geo-query (clause 5.2.13). */
export const geoQuery =
  (terms: Terms): Read<NonNullable<Subscription['geoQ']>> =>
  (value, path) => {
    const document = object(value, path);
    const { coordinates, geoproperty } = document;
    const found = parseGeoQuery(
      {
        georel: optionalText(document, 'georel', path),
        geometry: optionalText(document, 'geometry', path),
        // An array; older clients send it as text.
        coordinates: typeof coordinates === 'string' ? coordinates : JSON.stringify(coordinates),
        geoproperty: optionalText(document, 'geoproperty', path),
      },
      terms,
    );
    if (found === undefined) throw badRequestData(`${path}: needs georel, geometry and coordinates`);
    const named = { ...document, geoproperty: found.geoproperty };
    return { document: geoproperty === undefined ? document : named, query: found };
  };

function optionalText(document: JsonObject, name: string, path: string): string | undefined {
  const value = document[name];
  return value === undefined ? undefined : text(value, `${path}.${name}`);
}

/** A scope query (clause 4.19). */
export const scopeQuery: Read<NonNullable<Subscription['scopeQ']>> = (value, path) => {
  const given = text(value, path);
  return { text: given, query: parseScopeQuery(given) };
};
