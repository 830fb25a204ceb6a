import type { Entity } from '../../model/entity';
import { typesOf } from '../../model/normalize-entity';
import type { Subscription } from '../model/subscription';
import type { AttributeChange } from './attribute-changes';

/** Under what a subscription is to be found, by the kind of key; under nothing: it has to be looked at every time. */
interface Keys {
  id: string[];
  type: string[];
  attribute: string[];
}

/**
 * Finds the subscriptions that a change may concern without looking at the others: by the ids that they name, else by
 * type, else by attribute.
 */
export class SubscriptionIndex<T> {
  private readonly places: Record<keyof Keys, Map<string, Set<T>>> = {
    id: new Map(),
    type: new Map(),
    attribute: new Map(),
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
    const { id, type, attribute } = this.places;
    const found = new Set(this.others);
    addAll(found, id.get(entity.id));
    for (const name of typesOf(entity)) addAll(found, type.get(name));
    if (attribute.size > 0) for (const change of changes) addAll(found, attribute.get(change.attribute));
    return found;
  }
}

const KINDS = ['id', 'type', 'attribute'] as const satisfies (keyof Keys)[];

function keysOf({ entities, watchedAttributes = [] }: Subscription): Keys {
  const keys: Keys = { id: [], type: [], attribute: [] };
  if (entities === undefined || entities.some(({ id, types }) => id === undefined && types === undefined)) {
    return { ...keys, attribute: watchedAttributes };
  }
  for (const { id, types = [] } of entities) {
    if (id !== undefined) keys.id.push(...[id].flat());
    // One type of each alternative is enough, as all of them are to be met.
    else keys.type.push(...types.flatMap(([type]) => type ?? []));
  }
  return keys;
}

const isEmpty = (keys: Keys): boolean => KINDS.every((kind) => keys[kind].length === 0);

function addAll<T>(to: Set<T>, from: ReadonlySet<T> | undefined): void {
  for (const item of from ?? []) to.add(item);
}
