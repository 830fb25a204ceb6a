import { badRequestData } from '../errors';
import { parseDateTime } from './date-time';
import type { AttributeType, JsonObject, JsonValue } from './entity';
import { geometryProblem } from './geometry';
import { isObject } from './json';
import { isUri } from './names';
import { holdsNull, isNull, NGSI_LD_NULL } from './ngsi-ld-null';

/**
 * The content of an attribute when it is what its kind asks for (ETSI GS CIM 009, clauses 4.5.2 to 4.5.24). The
 * NGSI-LD Null is none: whoever lets it delete has taken it away before.
 *
 * @throws NgsiLdError BadRequestData, naming `path`.
 */
export function checkContent(type: AttributeType, value: JsonValue, path: string): JsonValue {
  if (isNull(value)) throw badRequestData(`${path}: ${NGSI_LD_NULL} deletes, and is no value`);
  switch (type) {
    case 'Property':
      return checkValue(value, path);
    case 'GeoProperty':
      return checkGeometry(value, path);
    case 'Relationship':
      if (isUris([value].flat())) return value;
      throw badRequestData(`${path}: must be a URI or an array of URIs`);
    case 'LanguageProperty':
      if (isObject(value) && isLanguageMap(value)) return value;
      throw badRequestData(`${path}: must be an object of texts, or arrays of texts, by language tag`);
    case 'VocabProperty':
      if ([value].flat().every((item) => typeof item === 'string')) return value;
      throw badRequestData(`${path}: must be a string or an array of strings`);
    case 'JsonProperty':
      if (isObject(value) || (Array.isArray(value) && value.every(isObject))) return value;
      throw badRequestData(`${path}: must be a JSON object or an array of JSON objects`);
    case 'ListProperty':
      if (Array.isArray(value)) return value.map((item) => checkValue(item, path));
      throw badRequestData(`${path}: must be an array`);
    case 'ListRelationship':
      return checkObjectList(value, path);
  }
}

function checkValue(value: JsonValue, path: string): JsonValue {
  if (value === null) throw badRequestData(`${path}: must not be null`);
  if (holdsNull(value)) throw badRequestData(`${path}: ${NGSI_LD_NULL} deletes, and is no value`);
  if (isObject(value) && value['@type'] === 'DateTime') {
    const at = value['@value'];
    if (typeof at !== 'string' || parseDateTime(at) === undefined) {
      throw badRequestData(`${path}: ${JSON.stringify(at)} is no DateTime`);
    }
  }
  return value;
}

/** A geometry, or one that is written as a string (clause 4.7.2). */
function checkGeometry(value: JsonValue, path: string): JsonValue {
  const geometry = typeof value === 'string' ? parsed(value) : value;
  const problem = geometryProblem(geometry);
  if (problem !== undefined) throw badRequestData(`${path}: ${problem}`);
  return geometry;
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

const isUris = (items: JsonValue[]): boolean =>
  items.every((item) => typeof item === 'string' && isUri(item) && item !== NGSI_LD_NULL);

const isLanguageMap = (map: JsonObject): boolean =>
  Object.entries(map).every(
    ([tag, texts]) =>
      tag !== '' && [texts].flat().every((text) => typeof text === 'string' && text !== NGSI_LD_NULL),
  );

/** URIs, alone or as objects (clause 4.5.22.3), in the form of the normalized representation. */
function checkObjectList(value: JsonValue, path: string): JsonValue {
  const items = Array.isArray(value) ? value : [null];
  const objects = items.map((item) => (isObject(item) ? (item['object'] ?? null) : item));
  if (!isUris(objects)) throw badRequestData(`${path}: must be an array of URIs`);
  return objects.map((object) => ({ object }));
}
