import {
  type Attribute,
  attributeOf,
  ENTITY_MEMBERS,
  type Entity,
  type JsonObject,
  type JsonValue,
} from '../ngsi-ld/entity';

/** The entity with the `@context` that its names are to be read by. */
export const withContext = (entity: Entity, context: JsonValue): Entity => ({
  ...entity,
  '@context': context,
});

/** The entity as plain values, points in time as ISO 8601 strings. Attributes that we do not know are kept. */
export function simplified(entity: Entity): JsonObject {
  const plain: JsonObject = { id: entity.id, type: entity.type };
  for (const name of Object.keys(entity)) {
    if (ENTITY_MEMBERS.has(name)) continue;
    const attribute = attributeOf(entity, name);
    if (attribute !== undefined) plain[name] = plainValue(attribute);
  }
  return plain;
}

/** Members that keep their name in the simplified representation (ETSI GS CIM 009 V1.9.1, clause 4.5.4). */
const NAMED_VALUES = ['languageMap', 'vocab', 'json', 'valueList', 'objectList'] as const;

/** What an attribute says, without what the broker adds to it. */
export function plainValue(attribute: Attribute): JsonValue {
  if (attribute.value !== undefined) return unwrapped(attribute.value);
  if (attribute.object !== undefined) return attribute.object;
  for (const name of NAMED_VALUES) {
    const value = attribute[name];
    if (value !== undefined) return { [name]: value as JsonValue };
  }
  return null;
}

/** `2026-11-21T10:30:00Z` for `{ "@type": "DateTime", "@value": "2026-11-21T10:30:00Z" }`; anything else as it is. */
function unwrapped(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return value['@type'] !== undefined && value['@value'] !== undefined ? value['@value'] : value;
}
