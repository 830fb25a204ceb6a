import {
  type Attribute,
  ATTRIBUTE_TYPES,
  dateTime,
  ENTITY_MEMBERS,
  geoProperty,
  type JsonObject,
  type JsonValue,
  property,
} from '../../ngsi-ld/entity';
import { isObject } from '../row';
import { dateOf } from './point-in-time';
import { checkPositions, isGeometry } from './position';

const KINDS: ReadonlySet<JsonValue | undefined> = new Set(ATTRIBUTE_TYPES);

const DATES: ReadonlySet<string> = new Set(['dateCreated', 'dateModified', 'dateObserved']);

/** Attributes by name; of several instances (clause 4.5.5) all. */
export type EntityAttributes = Record<string, Attribute | Attribute[]>;

/**
 * The attributes of an entity in the normalized or the simplified representation, attribute by attribute.
 *
 * @throws RowError when a geometry is none.
 */
export function attributesOf(row: JsonObject): EntityAttributes {
  const attributes: EntityAttributes = {};
  for (const [name, value] of Object.entries(row)) {
    if (!ENTITY_MEMBERS.has(name) && value !== null) {
      attributes[name] = isNormalized(value) ? checked(value) : fromSimplified(name, value);
    }
  }
  return attributes;
}

function isNormalized(value: JsonValue): value is JsonObject | JsonObject[] {
  return Array.isArray(value)
    ? value.length > 0 && value.every((instance) => isObject(instance) && isNormalized(instance))
    : isObject(value) && KINDS.has(value['type']);
}

function checked(value: JsonObject | JsonObject[]): Attribute | Attribute[] {
  const instances = [value].flat() as unknown as Attribute[];
  for (const instance of instances) {
    if (instance.type === 'GeoProperty' && isGeometry(instance.value)) {
      checkPositions(instance.value['coordinates'] ?? null);
    }
  }
  return Array.isArray(value) ? instances : (value as unknown as Attribute);
}

function fromSimplified(name: string, value: JsonValue): Attribute {
  if (isGeometry(value)) {
    checkPositions(value['coordinates'] ?? null);
    return geoProperty(value);
  }
  if (/^ref[A-Z]/.test(name) && typeof value === 'string' && value.startsWith('urn:')) {
    return { type: 'Relationship', object: value };
  }
  const date = DATES.has(name) ? dateOf(value) : undefined;
  return date === undefined ? property(value) : dateTime(date);
}
