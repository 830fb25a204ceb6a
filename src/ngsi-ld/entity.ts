import type { Attribute, Entity, JsonValue } from '../context-broker/model/entity';

export { ATTRIBUTE_TYPES, ENTITY_MEMBERS } from '../context-broker/model/entity';
export type { Attribute, Entity, JsonObject, JsonValue } from '../context-broker/model/entity';

/** Attributes by name, normalized. */
export type Attributes = Record<string, Attribute>;

export const property = (value: JsonValue): Attribute => ({ type: 'Property', value });

/** A Property whose value is a point in time, in UTC with milliseconds. */
export const dateTime = (at: Date): Attribute =>
  property({ '@type': 'DateTime', '@value': at.toISOString() });

export const geoProperty = (geometry: JsonValue): Attribute => ({ type: 'GeoProperty', value: geometry });

/** The attribute of that name, or undefined when there is none; of several instances, the first. */
export function attributeOf(entity: Entity, name: string): Attribute | undefined {
  const member = entity[name];
  const instance = Array.isArray(member) ? member[0] : member;
  return typeof instance === 'object' && instance !== null && !Array.isArray(instance)
    ? (instance as Attribute)
    : undefined;
}
