import { ATTRIBUTE_MEMBERS } from '../model/attribute-kinds';
import { formatDateTime, type Microseconds } from '../model/date-time';
import type { Attribute, Entity } from '../model/entity';
import { attributeNames, instancesOf } from '../model/normalize-entity';

/** When something was made and last written, and when it ends by itself, as it was given. */
export type Times = [createdAt: Microseconds, modifiedAt: Microseconds, expiresAt?: string];

/**
 * Times by attribute instance, and by sub-attribute. Instances that are missing are as old as the entity,
 * sub-attributes as old as what they belong to. The entity itself is here when it ends by itself.
 */
export type SystemTimes = Record<string, Times>;

/** The entity in {@link SystemTimes}; no attribute has such a name. */
export const ENTITY_KEY = '@entity';

/** The name of an attribute instance in {@link SystemTimes}; names of attributes have no spaces. */
export const instanceKey = (attribute: string, datasetId: string | undefined): string =>
  datasetId === undefined ? attribute : `${attribute} ${datasetId}`;

const subKey = (parent: string, name: string, datasetId: string | undefined): string =>
  `${parent} > ${instanceKey(name, datasetId)}`;

/** An entity with `createdAt` and `modifiedAt` on itself and on every attribute at every depth (clause 4.8). */
export function withSystemTimes(
  entity: Entity,
  times: SystemTimes,
  createdAt: Microseconds,
  modifiedAt: Microseconds,
): Entity {
  const expiresAt = times[ENTITY_KEY]?.[2];
  const result: Entity = {
    ...entity,
    createdAt: formatDateTime(createdAt),
    modifiedAt: formatDateTime(modifiedAt),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  for (const name of attributeNames(entity))
    result[name] = attributeWithTimes(entity, name, times, createdAt);
  return result;
}

/** One attribute of an entity, with its system times. */
export function attributeWithTimes(
  entity: Entity,
  name: string,
  times: SystemTimes,
  createdAt: Microseconds,
): Attribute | Attribute[] | undefined {
  const instances = instancesOf(entity, name).map((instance) =>
    timed(instance, instanceKey(name, instance.datasetId), times, [createdAt, createdAt]),
  );
  return Array.isArray(entity[name]) ? instances : instances[0];
}

function timed(instance: Attribute, key: string, all: SystemTimes, parent: Times): Attribute {
  const times = all[key] ?? parent;
  const [createdAt, modifiedAt] = times;
  const expiresAt = all[key]?.[2];
  const result: Attribute = { ...instance };
  for (const [name, sub] of subAttributes(instance)) {
    const shown = [sub].flat().map((one) => timed(one, subKey(key, name, one.datasetId), all, times));
    result[name] = Array.isArray(sub) ? shown : shown[0];
  }
  return {
    ...result,
    createdAt: formatDateTime(createdAt),
    modifiedAt: formatDateTime(modifiedAt),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** The times once attributes have been written at a point in time; `names` are those that were, changed or not. */
export function timesAfterWrite(
  before: Entity,
  after: Entity,
  names: Iterable<string>,
  { times, createdAt }: { times: SystemTimes; createdAt: Microseconds },
  at: Microseconds,
): SystemTimes {
  const written = new Set(names);
  const result: SystemTimes = {};
  for (const [key, value] of Object.entries(times)) if (!written.has(attributeOf(key))) result[key] = value;
  for (const name of written) {
    for (const instance of instancesOf(after, name)) {
      const key = instanceKey(name, instance.datasetId);
      const former = instancesOf(before, name).find(({ datasetId }) => datasetId === instance.datasetId);
      const created = former === undefined ? at : (times[key]?.[0] ?? createdAt);
      result[key] = withExpiry([created, at], instance.expiresAt);
      const parent: Times = times[key] ?? [createdAt, createdAt];
      recordSubAttributes(result, key, instance, former, { times, parent, at });
    }
  }
  return result;
}

/** The times of a new entity: only what ends by itself needs to be told. */
export function timesOfNew(entity: Entity, at: Microseconds): SystemTimes {
  const result: SystemTimes = {};
  if (entity.expiresAt !== undefined) result[ENTITY_KEY] = [at, at, entity.expiresAt];
  for (const name of attributeNames(entity)) {
    for (const { datasetId, expiresAt } of instancesOf(entity, name)) {
      if (expiresAt !== undefined) result[instanceKey(name, datasetId)] = [at, at, expiresAt];
    }
  }
  return result;
}

interface Former {
  times: SystemTimes;
  /** Those of what the sub-attributes belong to. */
  parent: Times;
  at: Microseconds;
}

/** A sub-attribute that stays as it is keeps its times. */
function recordSubAttributes(
  result: SystemTimes,
  parentKey: string,
  after: Attribute,
  before: Attribute | undefined,
  { times, parent, at }: Former,
): void {
  const former = new Map(subAttributes(before).flatMap(([name, sub]) => keyed(parentKey, name, sub)));
  for (const [name, sub] of subAttributes(after)) {
    for (const [key, instance] of keyed(parentKey, name, sub)) {
      const previous = former.get(key);
      const known = times[key] ?? parent;
      const same = previous !== undefined && JSON.stringify(previous) === JSON.stringify(instance);
      const own: Times = [previous === undefined ? at : known[0], same ? known[1] : at];
      const [created, modified] = result[parentKey] ?? [at, at];
      if (own[0] !== created || own[1] !== modified) result[key] = own;
      recordSubAttributes(result, key, instance, previous, { times, parent: known, at });
    }
  }
}

const keyed = (parentKey: string, name: string, sub: Attribute | Attribute[]): [string, Attribute][] =>
  [sub].flat().map((instance) => [subKey(parentKey, name, instance.datasetId), instance]);

const subAttributes = (attribute: Attribute | undefined): [string, Attribute | Attribute[]][] =>
  Object.entries(attribute ?? {}).filter(
    (entry): entry is [string, Attribute | Attribute[]] => !ATTRIBUTE_MEMBERS.has(entry[0]),
  );

const attributeOf = (key: string): string => key.split(' ', 1)[0] ?? key;

const withExpiry = ([createdAt, modifiedAt]: Times, expiresAt: string | undefined): Times =>
  expiresAt === undefined ? [createdAt, modifiedAt] : [createdAt, modifiedAt, expiresAt];
