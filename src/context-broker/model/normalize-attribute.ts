import { badRequestData } from '../errors';
import { ATTRIBUTE_MEMBERS, isAttributeType, KIND_BY_MEMBER, VALUE_MEMBER } from './attribute-kinds';
import { parseDateTime } from './date-time';
import type { Attribute, AttributeType, JsonObject, JsonValue } from './entity';
import { geometryProblem, looksLikeGeometry } from './geometry';
import { checkedName, isUri } from './names';

/** Attributes of attributes of attributes end here; clause 4.5 knows no limit, but everything needs one. */
const MAX_DEPTH = 8;

/** Members that the broker alone writes. */
const SYSTEM_MEMBERS: ReadonlySet<string> = new Set(['createdAt', 'modifiedAt', 'deletedAt', 'instanceId']);

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * One attribute, normalized or concise (ETSI GS CIM 009, clauses 4.5.2.2 and 4.5.2.3), in the normalized
 * representation: an array when it has several instances.
 *
 * @throws NgsiLdError BadRequestData, naming `path`.
 */
export function normalizeAttribute(input: JsonValue, path: string): Attribute | Attribute[] {
  if (!isMultiAttribute(input)) return normalizeInstance(input, path, 1);
  const instances = input.map((instance, index) => normalizeInstance(instance, `${path}[${index}]`, 1));
  const datasets = new Set(instances.map(({ datasetId }) => datasetId));
  if (datasets.size < instances.length) {
    throw badRequestData(
      `${path}: the instances of an attribute need a datasetId each, only one may go without`,
    );
  }
  const [only] = instances;
  return instances.length === 1 && only !== undefined ? only : instances;
}

/** An array of attribute instances, in contrast to an array that is a concise Property's value. */
const isMultiAttribute = (input: JsonValue): input is JsonObject[] =>
  Array.isArray(input) &&
  input.length > 0 &&
  input.every((item) => isObject(item) && (isAttributeType(item['type']) || 'datasetId' in item));

function normalizeInstance(input: JsonValue, path: string, depth: number): Attribute {
  if (input === null) throw badRequestData(`${path}: must not be null`);
  if (depth > MAX_DEPTH) throw badRequestData(`${path}: nested deeper than ${MAX_DEPTH} attributes`);
  if (!isObject(input)) return { type: 'Property', value: checkedValue(input, path) };
  if (looksLikeGeometry(input)) return { type: 'GeoProperty', value: checkedGeometry(input, path) };

  const type = kindOf(input, path);
  if (type === undefined) return { type: 'Property', value: checkedValue(input, path) };
  const attribute: Attribute = { type };
  for (const [member, value] of Object.entries(input)) {
    if (member === 'type' || SYSTEM_MEMBERS.has(member)) continue;
    if (ATTRIBUTE_MEMBERS.has(member)) {
      attribute[member] = checkedMember(type, member, value, `${path}.${member}`);
    } else {
      const name = checkedName(member, path);
      attribute[name] = normalizeInstance(value, `${path}.${name}`, depth + 1);
    }
  }
  return attribute;
}

/** The kind of an attribute; undefined when the object is itself the value of a concise Property. */
function kindOf(input: JsonObject, path: string): AttributeType | undefined {
  const { type } = input;
  if (isAttributeType(type)) {
    if (VALUE_MEMBER[type] in input) return type;
    throw badRequestData(`${path}: a ${type} needs the member "${VALUE_MEMBER[type]}"`);
  }
  const member = Object.keys(input).find((name) => KIND_BY_MEMBER.has(name));
  if (type !== undefined && member !== undefined) {
    throw badRequestData(`${path}: ${JSON.stringify(type)} is no attribute type`);
  }
  if (member === 'value' && looksLikeGeometry(input['value'] ?? null)) return 'GeoProperty';
  return member === undefined ? undefined : KIND_BY_MEMBER.get(member);
}

function checkedMember(type: AttributeType, member: string, value: JsonValue, path: string): JsonValue {
  if (value === null) throw badRequestData(`${path}: must not be null`);
  if (member === VALUE_MEMBER[type]) return checkedContent(type, value, path);
  switch (member) {
    case 'observedAt':
      if (typeof value === 'string' && parseDateTime(value) !== undefined) return value;
      throw badRequestData(`${path}: must be a DateTime such as 2026-11-21T10:30:00Z`);
    case 'datasetId':
      if (typeof value === 'string' && isUri(value)) return value;
      throw badRequestData(`${path}: must be a URI`);
    case 'unitCode':
      if (typeof value === 'string') return value;
      throw badRequestData(`${path}: must be a string`);
    case 'objectType':
      return value;
    default:
      throw badRequestData(`${path}: a ${type} has no member "${member}"`);
  }
}

function checkedContent(type: AttributeType, value: JsonValue, path: string): JsonValue {
  switch (type) {
    case 'GeoProperty':
      return checkedGeometry(value, path);
    case 'Relationship':
      if ([value].flat().every((object) => typeof object === 'string' && isUri(object))) return value;
      throw badRequestData(`${path}: must be a URI or an array of URIs`);
    case 'LanguageProperty':
      if (isObject(value)) return value;
      throw badRequestData(`${path}: must be an object of texts by language tag`);
    case 'ListProperty':
    case 'ListRelationship':
      if (Array.isArray(value)) return value;
      throw badRequestData(`${path}: must be an array`);
    default:
      return checkedValue(value, path);
  }
}

function checkedValue(value: JsonValue, path: string): JsonValue {
  if (isObject(value) && value['@type'] === 'DateTime') {
    const at = value['@value'];
    if (typeof at !== 'string' || parseDateTime(at) === undefined) {
      throw badRequestData(`${path}: ${JSON.stringify(at)} is no DateTime`);
    }
  }
  return value;
}

function checkedGeometry(value: JsonValue, path: string): JsonValue {
  const problem = geometryProblem(value);
  if (problem !== undefined) throw badRequestData(`${path}: ${problem}`);
  return value;
}
