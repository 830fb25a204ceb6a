import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '../ngsi-ld/entity';
import type { AttributeInstance } from '../ngsi-ld/ngsi-ld-broker.service';
import { plainValue } from './report-representation';

export interface AttributeChange {
  attribute: string;
  /** null: there was none before. */
  from: JsonValue;
  to: JsonValue;
}

/** Attributes that were written together. */
export interface TimelineEvent {
  /** ISO 8601, UTC. */
  at: string;
  changes: AttributeChange[];
}

export interface Timeline {
  /** Oldest first. */
  events: TimelineEvent[];
  /** False when the oldest values of an attribute are not known any more. */
  complete: boolean;
}

/** It changes with every event, whose time says the same. */
const LEFT_OUT = 'dateModified';

/**
 * What changed about an entity, and when.
 *
 * @param history instances by attribute, oldest first
 * @param lastN how many instances of an attribute `history` holds at most: of one that has as many, older ones may be
 *   missing, so that the oldest known is not taken for its first value.
 */
export function timeline(history: Record<string, AttributeInstance[]>, lastN: number): Timeline {
  const attributes = Object.entries(history).filter(([name]) => name !== LEFT_OUT);
  const changesByTime = new Map<string, AttributeChange[]>();
  for (const [name, instances] of attributes) {
    for (const { at, change } of attributeChanges(name, instances, lastN)) {
      const together = changesByTime.get(at);
      if (together) together.push(change);
      else changesByTime.set(at, [change]);
    }
  }
  return {
    events: Array.from(changesByTime, ([at, changes]) => ({ at, changes })).sort(byTime),
    complete: attributes.every(([, instances]) => instances.length < lastN),
  };
}

function attributeChanges(attribute: string, instances: AttributeInstance[], lastN: number) {
  const steps = instances.map((instance, index) => {
    const before = instances[index - 1];
    const change: AttributeChange = {
      attribute,
      from: before === undefined ? null : plainValue(before),
      to: plainValue(instance),
    };
    return { at: instance.modifiedAt, change };
  });
  const known = instances.length < lastN ? steps : steps.slice(1);
  return known.filter(({ change }) => !isDeepStrictEqual(change.from, change.to));
}

/** Brokers write fractions of seconds of different lengths, so that the texts sort only without their ends. */
const byTime = (a: TimelineEvent, b: TimelineEvent): number =>
  Date.parse(a.at) - Date.parse(b.at) || (a.at.replace('Z', '') < b.at.replace('Z', '') ? -1 : 1);
