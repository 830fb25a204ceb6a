import type { Terms } from '../context/terms';
import { badRequestData } from '../errors';
import {
  ATTRIBUTE_MEMBERS,
  DESCRIBING_MEMBERS,
  isAttributeType,
  KIND_BY_MEMBER,
  NAMING_MEMBERS,
  SYSTEM_MEMBERS,
} from './attribute-kinds';
import type { AttributeType, JsonObject, JsonValue } from './entity';
import { looksLikeGeometry } from './geometry';
import { isObject } from './json';
import { checkedName } from './names';
import { NGSI_LD_NULL } from './ngsi-ld-null';

/** How attributes are read. */
export interface Reading {
  terms: Terms;
  /** Of a fragment, attributes may lack what they are to keep. */
  fragment: boolean;
}

/** What VocabProperty was called in version 1.7.1 of the standard; clients still send it. */
const FORMER_VOCAB_PROPERTY = 'VocabularyProperty';

/** Attributes of attributes of attributes end here; clause 4.5 knows no limit, but everything needs one. */
const MAX_DEPTH = 8;

/**
 * An attribute as clients send it, normalized or concise (ETSI GS CIM 009, clauses 4.5.2.2 and 4.5.2.3), in the shape
 * of the normalized representation with stored names. What the members hold is not looked at: see `checkAttribute`.
 *
 * @throws NgsiLdError BadRequestData, naming `path`.
 */
export function readAttribute(input: JsonValue, path: string, reading: Reading, depth = 1): JsonValue {
  if (!isMultiAttribute(input)) return readInstance(input, path, reading, depth);
  return input.map((instance, index) => readInstance(instance, `${path}[${index}]`, reading, depth));
}

/** An array of attribute instances, in contrast to an array that is a concise Property's value. */
const isMultiAttribute = (input: JsonValue): input is JsonObject[] =>
  Array.isArray(input) && input.every(isInstance) && input.some(isForCertain);

const isInstance = (item: JsonValue): boolean =>
  isForCertain(item) || (isObject(item) && Object.keys(item).some((name) => KIND_BY_MEMBER.has(name)));

const isForCertain = (item: JsonValue): boolean =>
  isObject(item) && (isAttributeType(typeOf(item)) || 'datasetId' in item);

function typeOf(input: JsonObject): JsonValue | undefined {
  const type = input['type'] ?? input['@type'];
  return type === FORMER_VOCAB_PROPERTY ? 'VocabProperty' : type;
}

/** One instance of an attribute. */
export function readInstance(input: JsonValue, path: string, reading: Reading, depth = 1): JsonObject {
  if (input === null) throw badRequestData(`${path}: must not be null`);
  if (depth > MAX_DEPTH) throw badRequestData(`${path}: nested deeper than ${MAX_DEPTH} attributes`);
  if (!isObject(input)) return { type: 'Property', value: input };
  if (looksLikeGeometry(input)) return { type: 'GeoProperty', value: input };

  const type = kindOf(input, path);
  if (type === undefined && !(reading.fragment && isPartial(input))) {
    return { type: 'Property', value: input };
  }
  return readMembers(input, path, reading, depth, type === undefined ? {} : { type });
}

/** The members of an attribute but for its type, with stored names, added to those that are known already. */
export function readMembers(
  input: JsonObject,
  path: string,
  reading: Reading,
  depth = 1,
  members: JsonObject = {},
): JsonObject {
  for (const member of Object.keys(input)) {
    const value = input[member] ?? null;
    if (member === 'type' || member === '@type') continue;
    if (member === '@context') throw badRequestData(`${path}: an attribute has no @context of its own`);
    const name = checkedName(member, path, reading.terms);
    if (SYSTEM_MEMBERS.has(name)) continue;
    if (Object.hasOwn(members, name)) throw badRequestData(`${path}.${name}: given twice`);
    if (value === null) throw badRequestData(`${path}.${name}: must not be null`);
    members[name] = ATTRIBUTE_MEMBERS.has(name)
      ? readMember(name, value, reading.terms)
      : readAttribute(value, `${path}.${name}`, reading, depth + 1);
  }
  if (members['datasetId'] === '@none') delete members['datasetId'];
  return members;
}

/** Names are translated; everything else is what it is. */
function readMember(name: string, value: JsonValue, { toStored }: Terms): JsonValue {
  if (!NAMING_MEMBERS.has(name)) return value;
  const stored = (item: JsonValue) =>
    typeof item === 'string' && item !== NGSI_LD_NULL ? toStored(item) : item;
  return Array.isArray(value) ? value.map(stored) : stored(value);
}

/** The kind of an attribute; undefined when no member tells it. */
function kindOf(input: JsonObject, path: string): AttributeType | undefined {
  const type = typeOf(input);
  if (isAttributeType(type)) return type;
  const member = Object.keys(input).find((name) => KIND_BY_MEMBER.has(name));
  if (type !== undefined && member !== undefined) {
    throw badRequestData(`${path}: ${JSON.stringify(type)} is no attribute type`);
  }
  if (member === 'value' && looksLikeGeometry(input['value'] ?? null)) return 'GeoProperty';
  return member === undefined ? undefined : KIND_BY_MEMBER.get(member);
}

/** Whether an object says something about a value that it does not name. */
const isPartial = (input: JsonObject): boolean =>
  Object.keys(input).length > 0 && Object.keys(input).every((name) => DESCRIBING_MEMBERS.has(name));
