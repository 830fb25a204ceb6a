import { formatDateTime, type Microseconds } from '../model/date-time';
import type { Attribute, Entity } from '../model/entity';
import { attributeNames, instancesOf } from '../model/normalize-entity';

/** When an attribute instance was made and last written. */
export type Times = [createdAt: Microseconds, modifiedAt: Microseconds];

/** Times by attribute instance; instances that are missing are as old as the entity. */
export type SystemTimes = Record<string, Times>;

/** The name of an attribute instance in {@link SystemTimes}; names of attributes have no spaces. */
export const instanceKey = (attribute: string, datasetId: string | undefined): string =>
  datasetId === undefined ? attribute : `${attribute} ${datasetId}`;

/** An entity with `createdAt` and `modifiedAt` on itself and on every attribute (clause 4.8). */
export function withSystemTimes(
  entity: Entity,
  times: SystemTimes,
  createdAt: Microseconds,
  modifiedAt: Microseconds,
): Entity {
  const result: Entity = {
    ...entity,
    createdAt: formatDateTime(createdAt),
    modifiedAt: formatDateTime(modifiedAt),
  };
  for (const name of attributeNames(entity)) {
    const instances = instancesOf(entity, name).map((instance): Attribute => {
      const [created, modified] = times[instanceKey(name, instance.datasetId)] ?? [createdAt, createdAt];
      return { ...instance, createdAt: formatDateTime(created), modifiedAt: formatDateTime(modified) };
    });
    const [only] = instances;
    result[name] = Array.isArray(entity[name]) ? instances : only;
  }
  return result;
}
