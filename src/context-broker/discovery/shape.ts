import type { AttributeType, Entity } from '../model/entity';
import { attributeNames, instancesOf, typesOf } from '../model/normalize-entity';

/** What entities have in common for discovery: their types, and their attributes with the kinds of their instances. */
export interface Shape {
  types: string[];
  attributes: Record<string, AttributeType[]>;
}

/** The shape of an entity in JSON, which is the same text for all entities of the shape. */
export function shapeOf(entity: Entity): string {
  const shape: Shape = { types: [...typesOf(entity)].sort(), attributes: {} };
  for (const name of attributeNames(entity).sort()) {
    const kinds = new Set(instancesOf(entity, name).map(({ type }) => type));
    shape.attributes[name] = [...kinds].sort();
  }
  return JSON.stringify(shape);
}
