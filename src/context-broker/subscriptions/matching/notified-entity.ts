import { PREVIOUS_MEMBER, VALUE_MEMBER } from '../../model/attribute-kinds';
import { formatDateTime } from '../../model/date-time';
import type { Attribute, Entity } from '../../model/entity';
import type { EntityState } from '../../model/entity-state';
import { nullOf } from '../../model/ngsi-ld-null';
import { attributeNames, instancesOf } from '../../model/normalize-entity';
import { instanceKey, type SystemTimes, withSystemTimes } from '../../store/system-times';
import type { Subscription } from '../model/subscription';
import type { EntityChange } from '../../store/change-observer';
import type { Match } from './subscription-matcher';

type Detail = Pick<Subscription['notification'], 'sysAttrs' | 'showChanges'>;

/**
 * What a notification says of a changed entity (clauses 5.8.6 and 4.5.18), normalized and with all its attributes:
 * deleted instances stand beside the others with the NGSI-LD Null for a value.
 */
export function notifiedEntity(change: EntityChange, match: Match, detail: Detail): Entity {
  return change.after === undefined
    ? deletedEntity(change, match, detail)
    : changedEntity(change, change.after, match, detail);
}

function changedEntity(
  { before, at }: EntityChange,
  after: EntityState,
  { deleted }: Match,
  detail: Detail,
): Entity {
  const entity = stateOf(after, detail);
  if (before === undefined) return entity;
  if (detail.showChanges) showPrevious(entity, before.entity);
  const deletedAt = formatDateTime(at);
  for (const name of deleted) {
    const present = instancesOf(after.entity, name);
    const gone = instancesOf(before.entity, name).filter(
      ({ datasetId }) => !present.some((instance) => instance.datasetId === datasetId),
    );
    const tombstones = tombstonesOf(name, gone, before, detail, deletedAt);
    const added = present.length === 0 ? wholeAttribute(tombstones) : tombstones;
    entity[name] = single([...instancesOf(entity, name), ...added]);
  }
  return entity;
}

/** Id and type, and those attributes that the subscription asks about. */
function deletedEntity(
  { at, before }: EntityChange & { after?: undefined },
  { deleted, entityDeleted }: Match,
  detail: Detail,
): Entity {
  const { entity, createdAt, modifiedAt } = before;
  const deletedAt = formatDateTime(at);
  const result: Entity = {
    id: entity.id,
    type: entity.type,
    ...(detail.sysAttrs && { createdAt: formatDateTime(createdAt), modifiedAt: formatDateTime(modifiedAt) }),
    deletedAt,
  };
  const names = entityDeleted && detail.showChanges ? attributeNames(entity) : deleted;
  for (const name of names) {
    result[name] = single(tombstonesOf(name, instancesOf(entity, name), before, detail, deletedAt));
  }
  return result;
}

const stateOf = ({ entity, times, createdAt, modifiedAt }: EntityState, { sysAttrs }: Detail): Entity =>
  sysAttrs ? withSystemTimes(entity, times, createdAt, modifiedAt) : { ...entity };

function showPrevious(entity: Entity, before: Entity): void {
  for (const name of attributeNames(entity)) {
    const former = instancesOf(before, name);
    const shown = instancesOf(entity, name).map((instance): Attribute => {
      const previous = former.find(({ datasetId }) => datasetId === instance.datasetId);
      if (previous === undefined || sameValue(previous, instance)) return instance;
      return { ...instance, [PREVIOUS_MEMBER[previous.type]]: previous[VALUE_MEMBER[previous.type]] };
    });
    entity[name] = Array.isArray(entity[name]) ? shown : shown[0];
  }
}

const sameValue = (a: Attribute, b: Attribute): boolean =>
  JSON.stringify(a[VALUE_MEMBER[a.type]]) === JSON.stringify(b[VALUE_MEMBER[b.type]]);

function tombstonesOf(
  name: string,
  instances: readonly Attribute[],
  { times, createdAt }: EntityState,
  { sysAttrs, showChanges }: Detail,
  deletedAt: string,
): Attribute[] {
  return instances.map((instance) => {
    const { type, datasetId } = instance;
    const value = instance[VALUE_MEMBER[type]];
    return {
      type,
      ...(datasetId !== undefined && { datasetId }),
      ...nullOf(type),
      ...(showChanges && { [PREVIOUS_MEMBER[type]]: value }),
      ...(sysAttrs && { ...systemTimes(times, name, datasetId, createdAt), deletedAt }),
    };
  });
}

function systemTimes(times: SystemTimes, name: string, datasetId: string | undefined, createdAt: number) {
  const [created, modified] = times[instanceKey(name, datasetId)] ?? [createdAt, createdAt];
  return { createdAt: formatDateTime(created), modifiedAt: formatDateTime(modified) };
}

/** One tombstone says that all instances are gone. */
function wholeAttribute(tombstones: Attribute[]): Attribute[] {
  const main = tombstones.find(({ datasetId }) => datasetId === undefined) ?? tombstones[0];
  if (main === undefined) return [];
  const whole = { ...main };
  delete whole.datasetId;
  return [whole];
}

const single = (instances: Attribute[]): Attribute | Attribute[] =>
  instances.length === 1 && instances[0] !== undefined ? instances[0] : instances;
