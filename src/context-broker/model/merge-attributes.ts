import type { Attribute, Entity } from './entity';
import { type AttributeMap, instancesOf } from './normalize-entity';

/**
 * The entity with attributes written over those it has (ETSI GS CIM 009, clause 5.5.8): an instance replaces that of
 * the same datasetId, and is added when there is none.
 */
export function mergeAttributes(entity: Entity, attributes: AttributeMap): Entity {
  const merged: Entity = { ...entity };
  for (const [name, given] of Object.entries(attributes)) {
    const instances = [given].flat();
    const datasets = new Set(instances.map(({ datasetId }) => datasetId));
    const kept = instancesOf(entity, name).filter(({ datasetId }) => !datasets.has(datasetId));
    merged[name] = single([...kept, ...instances]);
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
  if (kept.length === instances.length) return undefined;
  const after: Entity = { ...entity, [name]: single(kept) };
  if (kept.length === 0) delete after[name];
  return after;
}

/** Several instances are an array, one is none. */
const single = (instances: Attribute[]): Attribute | Attribute[] =>
  instances.length === 1 && instances[0] !== undefined ? instances[0] : instances;
