import { badRequestData } from '../errors';
import {
  ATTRIBUTE_MEMBERS,
  DESCRIBING_MEMBERS,
  isAttributeType,
  PROOF,
  SEALED_MEMBERS,
  VALUE_MEMBER,
} from './attribute-kinds';
import { checkContent } from './check-content';
import { isUtcDateTime } from './date-time';
import type { Attribute, AttributeType, JsonObject, JsonValue } from './entity';
import { isObject } from './json';
import { isUri } from './names';
import { NGSI_LD_NULL } from './ngsi-ld-null';

/**
 * An attribute that `readAttribute` gave, when it is complete and all its members are what they are to be; with several
 * instances it is an array.
 *
 * @throws NgsiLdError BadRequestData, naming `path`.
 */
export function checkAttribute(attribute: JsonValue, path: string): Attribute | Attribute[] {
  if (!Array.isArray(attribute)) return checkInstance(attribute, path);
  const instances = attribute.map((instance, index) => checkInstance(instance, `${path}[${index}]`));
  const datasets = new Set(instances.map(({ datasetId }) => datasetId));
  if (datasets.size < instances.length) {
    throw badRequestData(
      `${path}: the instances of an attribute need a datasetId each, only one may go without`,
    );
  }
  const [only] = instances;
  return instances.length === 1 && only !== undefined ? only : instances;
}

/** Where a proof stands: an attribute, an instance of one or a sub-attribute. */
const PROOF_PATH = new RegExp(`(^|\\.)${PROOF}(\\[\\d+\\])?$`);

/** Changes the instance, which has just been read, where a member has another form in the store. */
function checkInstance(instance: JsonValue, path: string): Attribute {
  const attribute = isObject(instance) ? instance : {};
  const { type } = attribute;
  if (!isAttributeType(type) || attribute[VALUE_MEMBER[type]] === undefined) {
    throw badRequestData(`${path}: ${needed(type)}`);
  }
  const isProof = PROOF_PATH.test(path);
  if (isProof && (type !== 'Property' || !isObject(attribute['value'] ?? null))) {
    throw badRequestData(`${path}: must be a Property whose value is an object`);
  }
  for (const name of Object.keys(attribute)) {
    if (name === 'type') continue;
    const value = attribute[name] ?? null;
    const at = `${path}.${name}`;
    const checked = ATTRIBUTE_MEMBERS.has(name)
      ? isProof && SEALED_MEMBERS.has(name)
        ? checkText(value, at)
        : checkMember(type, name, value, at)
      : (checkAttribute(value, at) as JsonValue);
    if (checked !== value) attribute[name] = checked;
  }
  return attribute as JsonObject & Attribute;
}

const needed = (type: JsonValue | undefined): string =>
  isAttributeType(type) ? `a ${type} needs the member "${VALUE_MEMBER[type]}"` : 'a value is needed';

function checkMember(type: AttributeType, name: string, value: JsonValue, path: string): JsonValue {
  if (value === null) throw badRequestData(`${path}: must not be null`);
  if (name === VALUE_MEMBER[type]) return checkContent(type, value, path);
  const kinds = DESCRIBING_MEMBERS.get(name);
  if (kinds === undefined || (kinds !== 'all' && !kinds.includes(type))) {
    throw badRequestData(`${path}: a ${type} has no member "${name}"`);
  }
  switch (name) {
    case 'observedAt':
    case 'expiresAt':
      return checkTime(value, path);
    case 'datasetId':
      if (typeof value === 'string' && isUri(value) && value !== NGSI_LD_NULL) return value;
      throw badRequestData(`${path}: must be a URI`);
    case 'valueType':
      if (type !== 'LanguageProperty' || value === 'langString') return checkText(value, path);
      throw badRequestData(`${path}: that of a LanguageProperty is langString`);
    case 'objectType':
      return Array.isArray(value) ? value.map((item) => checkText(item, path)) : checkText(value, path);
    default:
      return checkText(value, path);
  }
}

/** A DateTime in UTC (clause 4.6.3). @throws NgsiLdError BadRequestData */
export function checkTime(value: JsonValue, path: string): string {
  if (typeof value === 'string' && isUtcDateTime(value)) return value;
  throw badRequestData(`${path}: must be a DateTime in UTC such as 2026-11-21T10:30:00Z`);
}

function checkText(value: JsonValue, path: string): string {
  if (typeof value === 'string' && value !== NGSI_LD_NULL) return value;
  throw badRequestData(`${path}: must be a string`);
}
