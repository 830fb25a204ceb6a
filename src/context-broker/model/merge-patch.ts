import { ATTRIBUTE_MEMBERS, isAttributeType, VALUE_MEMBER } from './attribute-kinds';
import type { Attribute, AttributeType, Entity, JsonObject, JsonValue } from './entity';
import { type Change, completed, type Fragment, type ReadValue, withMembers } from './fragment';
import { isObject } from './json';
import { isDeletion, withInstances } from './merge-attributes';
import { isNull, NGSI_LD_NULL } from './ngsi-ld-null';
import { instancesOf } from './normalize-entity';

/** What the parameters of a merge say. */
export interface MergeOptions {
  /** For attributes that have an `observedAt` and are merged without one. */
  observedAt?: string;
}

/**
 * The entity with a fragment merged into it, member by member at every depth; the NGSI-LD Null deletes (ETSI GS CIM
 * 009, clauses 5.5.12 and 5.6.17).
 *
 * @throws NgsiLdError BadRequestData
 */
export function merged(before: Entity, fragment: Fragment, options: MergeOptions = {}): Change {
  let after = withMembers(before, fragment);
  for (const [name, patches] of fragment.attributes) {
    const instances = new Map(instancesOf(after, name).map((instance) => [instance.datasetId, instance]));
    for (const patch of patches) {
      const datasetId = patch['datasetId'] as string | undefined;
      const present = instances.get(datasetId);
      const result = isDeletion(patch) ? undefined : mergedInto(present, patch, options);
      const [instance] =
        result === undefined || lostLanguages(result, patch) ? [] : completed(name, [result]);
      if (instance === undefined) instances.delete(datasetId);
      else instances.set(datasetId, instance);
    }
    after = withInstances(after, name, [...instances.values()]);
  }
  return { after, written: [...fragment.attributes.keys()] };
}

function mergedInto(
  present: Attribute | undefined,
  patch: JsonObject,
  { observedAt }: MergeOptions,
): JsonObject {
  if (present === undefined || !isSameKind(present as JsonObject, patch)) return made(patch);
  const result = mergedAttribute(present as JsonObject, patch);
  if (observedAt !== undefined && present.observedAt !== undefined && patch['observedAt'] === undefined) {
    result['observedAt'] = observedAt;
  }
  return result;
}

/** A new attribute, without what is to be deleted in it (RFC 7396); its datasetId says which one it is. */
function made(patch: JsonObject): JsonObject {
  const { type, datasetId } = patch;
  const result = mergedAttribute(type === undefined ? {} : { type }, patch);
  return datasetId === undefined ? result : { ...result, datasetId };
}

/** Whether the last language of a LanguageProperty was deleted, so that nothing is left of it. */
const lostLanguages = ({ type, languageMap }: JsonObject, patch: JsonObject): boolean =>
  type === 'LanguageProperty' &&
  isObject(languageMap) &&
  Object.keys(languageMap).length === 0 &&
  isObject(patch['languageMap']) &&
  Object.keys(patch['languageMap']).length > 0;

function mergedAttribute(present: JsonObject, patch: JsonObject): JsonObject {
  const result: JsonObject = { ...present };
  for (const [name, value] of Object.entries(patch)) {
    const former = result[name];
    if (ATTRIBUTE_MEMBERS.has(name)) {
      if (value === NGSI_LD_NULL) delete result[name];
      else result[name] = name === valueMemberOf(present) ? mergedContent(present, former, value) : value;
    } else if (isObject(value) && isDeletion(value)) {
      delete result[name];
    } else {
      const isThere = isObject(former) && isObject(value) && isSameKind(former, value);
      result[name] = isThere ? mergedAttribute(former, value) : isObject(value) ? made(value) : value;
    }
  }
  return result;
}

const isSameKind = (present: JsonObject, patch: JsonObject): boolean =>
  patch['type'] === undefined || patch['type'] === present['type'];

const valueMemberOf = ({ type }: JsonObject): string =>
  isAttributeType(type) ? VALUE_MEMBER[type] : VALUE_MEMBER.Property;

/** A geometry is one value, as are JSON-LD values such as DateTimes; other objects are merged (RFC 7396). */
function mergedContent({ type }: JsonObject, present: JsonValue | undefined, patch: JsonValue): JsonValue {
  return type === 'GeoProperty' ? patch : mergedValue(present, patch);
}

function mergedValue(present: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch) || '@value' in patch) return patch;
  const result: JsonObject = isObject(present) && !('@value' in present) ? { ...present } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === NGSI_LD_NULL) delete result[name];
    else result[name] = mergedValue(result[name], value);
  }
  return result;
}

/**
 * Reads simplified attributes (clause 4.5.4) as the kind that the attributes of an entity are of; `lang` is the language
 * of texts for a LanguageProperty. What the entity does not have yet is read with `otherwise`.
 */
export function simplifiedFor(entity: Entity, lang: string | undefined, otherwise: ReadValue): ReadValue {
  return (name, value) => {
    const instances = instancesOf(entity, name);
    const present = instances.find(({ datasetId }) => datasetId === undefined) ?? instances[0];
    if (present === undefined || isNull(value)) return otherwise(name, value);
    const { type, datasetId } = present;
    const content = contentFor(type, value, lang);
    return { type, [VALUE_MEMBER[type]]: content, ...(datasetId !== undefined && { datasetId }) };
  };
}

/** Some kinds are told apart by their value's member also when they are simplified. */
function contentFor(type: AttributeType, value: JsonValue, lang: string | undefined): JsonValue {
  const named = isObject(value) ? value[VALUE_MEMBER[type]] : undefined;
  if (named !== undefined && type !== 'Property') return named;
  return type === 'LanguageProperty' && typeof value === 'string' ? { [lang ?? '@none']: value } : value;
}
