import { CORE_TERMS, type Terms } from '../context/terms';
import { badRequestData } from '../errors';
import { GEO_ATTRIBUTES, RESERVED_NAMES } from './attribute-kinds';
import { checkTime } from './check-attribute';
import { type Attribute, type Entity, ENTITY_MEMBERS, type JsonObject, type JsonValue } from './entity';
import { isObject } from './json';
import { checkedId, checkedName } from './names';
import { NGSI_LD_NULL } from './ngsi-ld-null';
import { normalizeAttribute } from './normalize-attribute';

/** Attributes by name; several instances of one are an array. */
export type AttributeMap = Record<string, Attribute | Attribute[]>;

/**
 * An entity as clients send it, normalized or concise, in the form in which it is kept: normalized, with stored names,
 * without `@context` and the system attributes that the broker writes.
 *
 * @throws NgsiLdError BadRequestData
 */
export function normalizeEntity(input: unknown, terms: Terms = CORE_TERMS): Entity {
  if (!isObject(input)) throw badRequestData('an entity must be a JSON object');
  return {
    id: entityId(input),
    type: checkedTypes(typeOf(input), terms),
    ...entityMembers(input),
    ...normalizeAttributes(input, terms),
  };
}

/** The id of an entity that is sent. @throws NgsiLdError BadRequestData */
export function entityId(input: JsonObject): string {
  const id = checkedId(input['id'] ?? input['@id']);
  if (id === NGSI_LD_NULL) throw badRequestData(`id: ${NGSI_LD_NULL} is no id`);
  return id;
}

/** The type that an entity, or a fragment of one, is sent with; undefined when there is none. */
export const typeOf = (input: JsonObject): JsonValue | undefined => input['type'] ?? input['@type'];

/**
 * The attributes of an entity or a fragment of one (clause 5.4), normalized.
 *
 * @throws NgsiLdError BadRequestData
 */
export function normalizeAttributes(input: unknown, terms: Terms = CORE_TERMS): AttributeMap {
  if (!isObject(input)) throw badRequestData('an entity fragment must be a JSON object');
  const attributes: AttributeMap = {};
  for (const [name, value] of attributesIn(input, terms)) {
    attributes[name] = checkedKind(name, normalizeAttribute(value, name, terms));
  }
  return attributes;
}

/** The members that are attributes, with stored names. @throws NgsiLdError BadRequestData */
export function attributesIn(input: JsonObject, terms: Terms): Map<string, JsonValue> {
  const attributes = new Map<string, JsonValue>();
  for (const [member, value] of Object.entries(input)) {
    if (ENTITY_MEMBERS.has(member)) continue;
    const name = checkedName(member, 'attribute', terms);
    if (RESERVED_NAMES.has(name)) throw badRequestData(`${name}: is no name for an attribute`);
    if (attributes.has(name)) throw badRequestData(`${name}: given twice`);
    attributes.set(name, value);
  }
  return attributes;
}

/** The attribute, unless its name is that of a GeoProperty and it is none. @throws NgsiLdError BadRequestData */
export function checkedKind(name: string, attribute: Attribute | Attribute[]): Attribute | Attribute[] {
  if (GEO_ATTRIBUTES.has(name) && [attribute].flat().some(({ type }) => type !== 'GeoProperty')) {
    throw badRequestData(`${name}: must be a GeoProperty`);
  }
  return attribute;
}

/** Terms that the core context has for keywords of JSON-LD. */
const KEYWORDS: ReadonlySet<string> = new Set(['id', 'type']);

/** The types, without repetition; a single one is a string. */
export function checkedTypes(type: JsonValue | undefined, terms: Terms = CORE_TERMS): string | string[] {
  const types = [type ?? []].flat().map((name) => {
    if (typeof name !== 'string') throw badRequestData('type: must be a name or an array of names');
    const stored = checkedName(name, 'type', terms);
    if (KEYWORDS.has(stored)) throw badRequestData(`type: ${stored} is a keyword, and no type`);
    return stored;
  });
  const [first, ...more] = new Set(types);
  if (first === undefined) throw badRequestData('type: must be given');
  return more.length === 0 ? first : [first, ...more];
}

/** A path of names (clause 4.18). */
const SCOPE = /^\/?\p{L}[\p{L}\p{N}_]*(\/\p{L}[\p{L}\p{N}_]*)*$/u;

/** `scope` and `expiresAt` of an entity or a fragment of one. @throws NgsiLdError BadRequestData */
export function entityMembers(input: JsonObject): Pick<Entity, 'scope' | 'expiresAt'> {
  const { scope, expiresAt } = input;
  return {
    ...(scope !== undefined && { scope: checkedScope(scope) }),
    ...(expiresAt !== undefined && { expiresAt: checkTime(expiresAt, 'expiresAt') }),
  };
}

function checkedScope(scope: JsonValue): JsonValue {
  const scopes = [scope].flat();
  if (scopes.length > 0 && scopes.every((item) => typeof item === 'string' && SCOPE.test(item))) return scope;
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
