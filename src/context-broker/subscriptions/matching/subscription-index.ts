import type { Entity } from '../../model/entity';
import { typesOf } from '../../model/normalize-entity';
import type { Subscription } from '../model/subscription';
import type { AttributeChange } from './attribute-changes';

/** Under what a subscription is to be found, by the kind of key; under nothing: it has to be looked at every time. */
interface Keys {
  id: string[];
  type: string[];
  attribute: string[];
  /** A type with an attribute; names have no spaces. */
  both: string[];
}

/**
 * Finds the subscriptions that a change may concern without looking at the others: by the ids that they name, else by
 * type or attribute, or by both where both are given.
 */
export class SubscriptionIndex<T> {
  private readonly places: Record<keyof Keys, Map<string, Set<T>>> = {
    id: new Map(),
    type: new Map(),
    attribute: new Map(),
    both: new Map(),
  };
  private readonly others = new Set<T>();

  add(subscription: Subscription, entry: T): void {
    const keys = keysOf(subscription);
    if (isEmpty(keys)) this.others.add(entry);
    for (const kind of KINDS) {
      for (const key of keys[kind]) {
        const place = this.places[kind].get(key) ?? new Set<T>();
        this.places[kind].set(key, place.add(entry));
      }
    }
  }

  remove(subscription: Subscription, entry: T): void {
    const keys = keysOf(subscription);
    this.others.delete(entry);
    for (const kind of KINDS) {
      for (const key of keys[kind]) {
        const place = this.places[kind].get(key);
        place?.delete(entry);
        if (place?.size === 0) this.places[kind].delete(key);
      }
    }
  }

  /** More than those that the change concerns, never fewer. */
  candidates(entity: Entity, changes: readonly AttributeChange[]): Set<T> {
    const { id, type, attribute, both } = this.places;
    const found = new Set(this.others);
    addAll(found, id.get(entity.id));
    for (const name of typesOf(entity)) {
      addAll(found, type.get(name));
      if (both.size > 0) for (const change of changes) addAll(found, both.get(`${name} ${change.attribute}`));
    }
    if (attribute.size > 0) for (const change of changes) addAll(found, attribute.get(change.attribute));
    return found;
  }
}

const KINDS = ['id', 'type', 'attribute', 'both'] as const satisfies (keyof Keys)[];

/** A subscription with more pairs of types and attributes is found by its types. */
const MAX_PAIRS = 100;

function keysOf({ entities, watchedAttributes: watched = [] }: Subscription): Keys {
  const keys: Keys = { id: [], type: [], attribute: [], both: [] };
  if (entities === undefined || entities.some(({ id, types }) => id === undefined && types === undefined)) {
    return { ...keys, attribute: watched };
  }
  for (const { id, types = [] } of entities) {
    if (id !== undefined) keys.id.push(...[id].flat());
    // One type of each alternative is enough, as all of them are to be met.
    else keys.type.push(...types.flatMap(([type]) => type ?? []));
  }
  const pairs = keys.type.length * watched.length;
  if (pairs === 0 || pairs > MAX_PAIRS) return keys;
  return { ...keys, type: [], both: keys.type.flatMap((type) => watched.map((name) => `${type} ${name}`)) };
}

const isEmpty = (keys: Keys): boolean => KINDS.every((kind) => keys[kind].length === 0);

function addAll<T>(to: Set<T>, from: ReadonlySet<T> | undefined): void {
  for (const item of from ?? []) to.add(item);
}
