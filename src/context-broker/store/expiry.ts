import { type Microseconds, parseDateTime } from '../model/date-time';
import type { Attribute, Entity } from '../model/entity';
import { attributeNames, instancesOf } from '../model/normalize-entity';
import { ENTITY_KEY, instanceKey, type SystemTimes } from './system-times';

/** The earliest time at which the entity or one of its attribute instances ends by itself; null: none does. */
export function earliestExpiry(times: SystemTimes): Microseconds | null {
  const expiries = Object.values(times)
    .map(([, , expiresAt]) => (expiresAt === undefined ? undefined : parseDateTime(expiresAt)))
    .filter((time) => time !== undefined);
  return expiries.length === 0 ? null : Math.min(...expiries);
}

/** Whether the entity itself has come to its end. */
export const hasEnded = (times: SystemTimes, now: Microseconds): boolean =>
  isPast(times[ENTITY_KEY]?.[2], now);

/** The names of attributes of which an instance has come to its end, and the entity without those instances. */
export function withoutEnded(
  entity: Entity,
  times: SystemTimes,
  now: Microseconds,
): { entity: Entity; ended: string[] } {
  const result: Entity = { ...entity };
  const ended: string[] = [];
  for (const name of attributeNames(entity)) {
    const instances = instancesOf(entity, name);
    const kept = instances.filter(({ datasetId }) => !isPast(times[instanceKey(name, datasetId)]?.[2], now));
    if (kept.length === instances.length) continue;
    ended.push(name);
    const [only] = kept;
    if (only === undefined) delete result[name];
    else result[name] = kept.length === 1 ? only : kept;
  }
  return { entity: result, ended };
}

/** The entity as its body is kept: without `expiresAt`, which is shown only when system attributes are asked for. */
export function withoutExpiry(entity: Entity): Entity {
  const { expiresAt, ...rest } = entity;
  const result: Entity = expiresAt === undefined ? entity : rest;
  const ending = attributeNames(entity).filter((name) =>
    instancesOf(entity, name).some((instance) => instance.expiresAt !== undefined),
  );
  if (ending.length === 0) return result;
  const copy: Entity = { ...result };
  for (const name of ending) copy[name] = mapped(entity[name], withoutMember);
  return copy;
}

/** The entity with `expiresAt` where it is known, so that what is written over it can keep it. */
export function withExpiries(entity: Entity, times: SystemTimes): Entity {
  const result: Entity = { ...entity };
  const own = times[ENTITY_KEY]?.[2];
  if (own !== undefined) result.expiresAt = own;
  for (const name of attributeNames(entity)) {
    const expiryOf = ({ datasetId }: Attribute) => times[instanceKey(name, datasetId)]?.[2];
    if (!instancesOf(entity, name).some(expiryOf)) continue;
    result[name] = mapped(entity[name], (instance) => {
      const expiresAt = expiryOf(instance);
      return expiresAt === undefined ? instance : { ...instance, expiresAt };
    });
  }
  return result;
}

const mapped = (attribute: Entity[string], change: (instance: Attribute) => Attribute) =>
  Array.isArray(attribute) ? (attribute as Attribute[]).map(change) : change(attribute as Attribute);

function withoutMember({ expiresAt: _, ...instance }: Attribute): Attribute {
  return instance;
}

function isPast(expiresAt: string | undefined, now: Microseconds): boolean {
  const time = expiresAt === undefined ? undefined : parseDateTime(expiresAt);
  return time !== undefined && time <= now;
}
