import type { Entity } from '../../model/entity';
import { attributeNames, instancesOf } from '../../model/normalize-entity';
import type { EntityChange } from '../../store/change-observer';
import type { Trigger } from '../model/subscription';

/** What became of one attribute. */
export interface AttributeChange {
  attribute: string;
  /** `attributeDeleted` also when only some of the instances are gone. */
  triggers: ReadonlySet<Trigger>;
}

/** What a write changed; an attribute that was written as it was is none of it. */
export function attributeChanges({ before, after }: EntityChange): AttributeChange[] {
  if (before === undefined) return all(after.entity, 'attributeCreated');
  if (after === undefined) return all(before.entity, 'attributeDeleted');
  const names = new Set([...attributeNames(before.entity), ...attributeNames(after.entity)]);
  return [...names].flatMap((attribute) => {
    // Attributes that were not written are the same object.
    if (before.entity[attribute] === after.entity[attribute]) return [];
    const triggers = triggersOf(before.entity, after.entity, attribute);
    return triggers.size === 0 ? [] : [{ attribute, triggers }];
  });
}

const all = (entity: Entity, trigger: Trigger): AttributeChange[] =>
  attributeNames(entity).map((attribute) => ({ attribute, triggers: new Set([trigger]) }));

function triggersOf(before: Entity, after: Entity, attribute: string): Set<Trigger> {
  const former = byDataset(before, attribute);
  const present = byDataset(after, attribute);
  if (former.size === 0) return new Set(['attributeCreated']);
  const triggers = new Set<Trigger>();
  if ([...former.keys()].some((dataset) => !present.has(dataset))) triggers.add('attributeDeleted');
  if ([...present].some(([dataset, instance]) => former.get(dataset) !== instance)) {
    triggers.add('attributeUpdated');
  }
  return triggers;
}

const byDataset = (entity: Entity, attribute: string): Map<string | undefined, string> =>
  new Map(instancesOf(entity, attribute).map((instance) => [instance.datasetId, JSON.stringify(instance)]));
