import { isAttributeType, VALUE_MEMBER } from './attribute-kinds';
import type { Attribute, Entity, JsonObject } from './entity';
import { isNull } from './ngsi-ld-null';
import { type AttributeMap, instancesOf } from './normalize-entity';

/**
 * The entity with attributes written over those it has (ETSI GS CIM 009, clause 5.5.8): an instance replaces that of
 * the same datasetId, and is added when there is none.
 */
export function mergeAttributes(entity: Entity, attributes: AttributeMap): Entity {
  const merged: Entity = { ...entity };
  for (const [name, given] of Object.entries(attributes)) {
    const instances = new Map(instancesOf(entity, name).map((instance) => [instance.datasetId, instance]));
    for (const instance of [given].flat()) instances.set(instance.datasetId, instance);
    merged[name] = single([...instances.values()]);
  }
  return merged;
}

/** The entity without an attribute, or without one instance of it; undefined when it has no such. */
export function withoutAttribute(
  entity: Entity,
  name: string,
  which: { all: true } | { datasetId: string | undefined },
): Entity | undefined {
  const instances = instancesOf(entity, name);
  const kept = 'all' in which ? [] : instances.filter(({ datasetId }) => datasetId !== which.datasetId);
  return kept.length === instances.length ? undefined : withInstances(entity, name, kept);
}

/** The entity with these instances of an attribute; with none it has no such attribute. */
export function withInstances(entity: Entity, name: string, instances: Attribute[]): Entity {
  const result: Entity = { ...entity, [name]: single(instances) };
  if (instances.length === 0) delete result[name];
  return result;
}

/** Whether an attribute that was read stands for its own deletion (clause 5.5.4). */
export function isDeletion(attribute: JsonObject): boolean {
  const { type } = attribute;
  return isNull(attribute[isAttributeType(type) ? VALUE_MEMBER[type] : VALUE_MEMBER.Property]);
}

/** Several instances are an array, one is none. */
const single = (instances: Attribute[]): Attribute | Attribute[] =>
  instances.length === 1 && instances[0] !== undefined ? instances[0] : instances;
