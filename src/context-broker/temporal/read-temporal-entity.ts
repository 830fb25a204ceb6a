import type { Terms } from '../context/terms';
import { badRequestData } from '../errors';
import { isAttributeType } from '../model/attribute-kinds';
import { checkAttribute } from '../model/check-attribute';
import type { Attribute, JsonObject, JsonValue } from '../model/entity';
import { isObject } from '../model/json';
import { isDeletion } from '../model/merge-attributes';
import { nullOf } from '../model/ngsi-ld-null';
import {
  attributesIn,
  checkedKind,
  checkedTypes,
  entityId,
  entityMembers,
  typeOf,
} from '../model/normalize-entity';
import { readInstance } from '../model/read-attribute';
import { SCOPE } from '../store/history-table';

/** An instance to be added to a history. */
export interface GivenInstance {
  attribute: string;
  instance: Attribute;
  /** The instance says that there is no such attribute any more. */
  deleted: 0 | 1;
}

/** The temporal representation of an entity as clients send it. */
export interface GivenTemporalEntity {
  id: string;
  types: string[];
  instances: GivenInstance[];
}

/**
 * The temporal representation of an entity (ETSI GS CIM 009, clause 4.5.6), normalized or concise, with stored names.
 *
 * @throws NgsiLdError BadRequestData
 */
export function readTemporalEntity(input: unknown, terms: Terms): GivenTemporalEntity {
  if (!isObject(input)) throw badRequestData('a temporal entity must be a JSON object');
  return {
    id: entityId(input),
    types: [checkedTypes(typeOf(input), terms)].flat(),
    instances: readTemporalAttributes(input, terms),
  };
}

/** The attributes of such an entity, or of a fragment of one. @throws NgsiLdError BadRequestData */
export function readTemporalAttributes(input: unknown, terms: Terms): GivenInstance[] {
  if (!isObject(input)) throw badRequestData('an entity fragment must be a JSON object');
  const { scope, ...rest } = input;
  entityMembers(rest);
  return [
    ...instancesOfScope(scope),
    ...[...attributesIn(rest, terms)].flatMap(([name, value]) => instancesOf(name, value, terms)),
  ];
}

/** An array has instances in it; a single one may stand alone. */
function instancesOf(name: string, value: JsonValue, terms: Terms): GivenInstance[] {
  const items: JsonValue[] = Array.isArray(value) ? value : [value];
  if (items.length === 0) throw badRequestData(`${name}: must have an instance`);
  return items.map((item, index) => {
    const path = Array.isArray(value) ? `${name}[${index}]` : name;
    if (Array.isArray(value) && !isObject(item)) throw badRequestData(`${path}: must be a JSON object`);
    return givenInstance(name, readInstance(item, path, { terms, fragment: false }), path);
  });
}

function givenInstance(attribute: string, read: JsonObject, path: string): GivenInstance {
  if (isDeletion(read)) return { attribute, instance: deletion(read, path), deleted: 1 };
  const instance = checkInstance(read, path);
  checkedKind(attribute, instance);
  return { attribute, instance, deleted: 0 };
}

/** What is left of an attribute that was deleted, which may say when and of which dataset. */
function deletion({ type, datasetId, observedAt }: JsonObject, path: string): Attribute {
  const value = isAttributeType(type) ? nullOf(type) : nullOf('Property');
  const members = { ...(datasetId && { datasetId }), ...(observedAt && { observedAt }) };
  // A value that may be anything stands for the one that is no value.
  const checked = checkInstance({ type: 'Property', value: '', ...members }, path);
  delete checked.value;
  return { ...checked, ...value, type: isAttributeType(type) ? type : 'Property' };
}

const checkInstance = (instance: JsonObject, path: string): Attribute =>
  checkAttribute(instance, path) as Attribute;

/** The scope is a path or several, or instances of a Property of such. */
function instancesOfScope(scope: JsonValue | undefined): GivenInstance[] {
  if (scope === undefined) return [];
  const items =
    Array.isArray(scope) && scope.every(isObject) ? scope : [isObject(scope) ? scope : { value: scope }];
  return items.map(({ type = 'Property', value, observedAt }, index) => {
    const path = `scope[${index}]`;
    if (type !== 'Property') throw badRequestData(`${path}: must be a Property`);
    const checked = entityMembers({ scope: value ?? null });
    const given = { type: 'Property', value: checked.scope ?? null, ...(observedAt && { observedAt }) };
    return { attribute: SCOPE, instance: checkInstance(given, path), deleted: 0 };
  });
}
