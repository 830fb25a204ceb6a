import { badRequestData } from '../errors';
import { type Attribute, type Entity, ENTITY_MEMBERS, type JsonValue } from './entity';
import { checkedId, checkedName } from './names';
import { isObject, normalizeAttribute } from './normalize-attribute';

/** Attributes by name; several instances of one are an array. */
export type AttributeMap = Record<string, Attribute | Attribute[]>;

/**
 * An entity as clients send it, normalized or concise, in the form in which it is kept: normalized, names compacted
 * against the core context, without `@context` and system attributes.
 *
 * @throws NgsiLdError BadRequestData
 */
export function normalizeEntity(input: unknown): Entity {
  if (!isObject(input)) throw badRequestData('an entity must be a JSON object');
  return {
    id: checkedId(input['id']),
    type: checkedTypes(input['type']),
    ...scopeOf(input['scope']),
    ...normalizeAttributes(input),
  };
}

/**
 * The attributes of an entity or a fragment of one (clause 5.4), normalized.
 *
 * @throws NgsiLdError BadRequestData
 */
export function normalizeAttributes(input: unknown): AttributeMap {
  if (!isObject(input)) throw badRequestData('an entity fragment must be a JSON object');
  const attributes: AttributeMap = {};
  for (const [member, value] of Object.entries(input)) {
    if (ENTITY_MEMBERS.has(member)) continue;
    const name = checkedName(member, 'attribute');
    if (Object.hasOwn(attributes, name)) throw badRequestData(`${name}: given twice`);
    attributes[name] = normalizeAttribute(value, name);
  }
  return attributes;
}

/** The types, without repetition; a single one is a string. */
export function checkedTypes(type: JsonValue | undefined): string | string[] {
  const types = [type ?? []].flat().map((name) => {
    if (typeof name !== 'string') throw badRequestData('type: must be a name or an array of names');
    return checkedName(name, 'type');
  });
  const [first, ...more] = new Set(types);
  if (first === undefined) throw badRequestData('type: must be given');
  return more.length === 0 ? first : [first, ...more];
}

function scopeOf(scope: JsonValue | undefined): { scope?: JsonValue } {
  if (scope === undefined) return {};
  if ([scope].flat().every((item) => typeof item === 'string' && /^\/?[^/\s]+(\/[^/\s]+)*$/.test(item))) {
    return { scope };
  }
  throw badRequestData('scope: must be a path such as /Hanoi/District1, or an array of paths');
}

/** The names of an entity's attributes. */
export const attributeNames = (entity: Entity): string[] =>
  Object.keys(entity).filter((member) => !ENTITY_MEMBERS.has(member));

/** The instances of an entity's attribute; none when it has no such attribute. */
export function instancesOf(entity: Entity, name: string): Attribute[] {
  if (ENTITY_MEMBERS.has(name) || !Object.hasOwn(entity, name)) return [];
  const member = entity[name];
  return (Array.isArray(member) ? member : [member]) as Attribute[];
}

/** The types of an entity. */
export const typesOf = (entity: Entity): string[] => [entity.type].flat();
