import { ATTRIBUTE_MEMBERS } from './attribute-kinds';
import type { Attribute, Entity } from './entity';
import { attributeNames } from './normalize-entity';

/** Without `expiresAt`, of sub-attributes too: it is shown with the system attributes alone (clause 4.8). */
export function attributeWithoutExpiry({ expiresAt: _, ...attribute }: Attribute): Attribute {
  for (const [name, member] of Object.entries(attribute)) {
    if (!ATTRIBUTE_MEMBERS.has(name)) attribute[name] = instancesWithoutExpiry(member as Attribute);
  }
  return attribute;
}

/** The entity with attributes that do not tell when they end. */
export function entityWithoutExpiry(entity: Entity): Entity {
  const result = { ...entity };
  for (const name of attributeNames(entity)) {
    result[name] = instancesWithoutExpiry(entity[name] as Attribute | Attribute[]);
  }
  return result;
}

const instancesWithoutExpiry = (instances: Attribute | Attribute[]) =>
  Array.isArray(instances) ? instances.map(attributeWithoutExpiry) : attributeWithoutExpiry(instances);
