import { CORE_TERMS, type Terms } from '../context/terms';
import { badRequestData } from '../errors';
import { ATTRIBUTE_MEMBERS, VALUE_MEMBER } from './attribute-kinds';
import { checkAttribute } from './check-attribute';
import type { Attribute, JsonObject, JsonValue } from './entity';
import { isObject, without } from './json';
import { isDeletion } from './merge-attributes';
import { isNull, NGSI_LD_NULL } from './ngsi-ld-null';
import { readMembers } from './read-attribute';

/** Members of one attribute instance that are to be written over its own (ETSI GS CIM 009, clauses 5.4 and 5.6.4). */
export interface AttributeFragment {
  type?: JsonValue;
  /** The instance that is meant. */
  datasetId?: string;
  members: JsonObject;
}

/** @throws NgsiLdError BadRequestData */
export function readAttributeFragment(
  name: string,
  input: unknown,
  terms: Terms = CORE_TERMS,
): AttributeFragment {
  if (!isObject(input)) throw badRequestData(`${name}: an attribute fragment must be a JSON object`);
  const body = without(input, '@context');
  const members = readMembers(body, name, { terms, fragment: true });
  const type = body['type'] ?? body['@type'];
  if (type === undefined && Object.keys(members).length === 0 && body['datasetId'] === undefined) {
    throw badRequestData(`${name}: an empty fragment changes nothing`);
  }
  const { datasetId } = members;
  if (datasetId !== undefined && (typeof datasetId !== 'string' || datasetId === NGSI_LD_NULL)) {
    throw badRequestData(`${name}: datasetId must be a URI, and cannot be deleted`);
  }
  return { ...(type !== undefined && { type }), ...(datasetId !== undefined && { datasetId }), members };
}

/**
 * An attribute instance with the members of a fragment written over its own; undefined when the fragment's value is the
 * NGSI-LD Null, which deletes it. Members and sub-attributes are deleted in the same way.
 *
 * @throws NgsiLdError BadRequestData
 */
export function patchAttribute(
  name: string,
  present: Attribute,
  { type = present.type, members }: AttributeFragment,
): Attribute | undefined {
  if (type !== present.type) {
    throw badRequestData(`${name}: is a ${present.type} and cannot become a ${JSON.stringify(type)}`);
  }
  if (isNull(members[VALUE_MEMBER[present.type]])) return undefined;
  const result: JsonObject = { ...(present as JsonObject) };
  for (const [member, value] of Object.entries(members)) {
    const isDeleted = ATTRIBUTE_MEMBERS.has(member) ? value === NGSI_LD_NULL : isDeletedAttribute(value);
    if (isDeleted) delete result[member];
    else result[member] = value;
  }
  return checkAttribute(result, name) as Attribute;
}

const isDeletedAttribute = (value: JsonValue): boolean => isObject(value) && isDeletion(value);
