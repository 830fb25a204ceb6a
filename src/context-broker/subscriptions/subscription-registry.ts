import type { Entity } from '../model/entity';
import type { AttributeChange } from './matching/attribute-changes';
import { SubscriptionIndex } from './matching/subscription-index';
import type { SubscriptionEntry } from './subscription-entry';

/** The subscriptions of a tenant in memory. */
export class SubscriptionRegistry {
  private readonly byId = new Map<string, SubscriptionEntry>();
  private readonly index = new SubscriptionIndex<SubscriptionEntry>();
  private readonly indexed = new Set<SubscriptionEntry>();

  get size(): number {
    return this.byId.size;
  }

  /** Whether a change can concern any of them. */
  get isWatching(): boolean {
    return this.indexed.size > 0;
  }

  /** In the order in which they were made. */
  all(): IterableIterator<SubscriptionEntry> {
    return this.byId.values();
  }

  find(id: string): SubscriptionEntry | undefined {
    return this.byId.get(id);
  }

  add(entry: SubscriptionEntry): void {
    this.byId.set(entry.subscription.id, entry);
    this.show(entry);
  }

  remove(entry: SubscriptionEntry): void {
    this.hide(entry);
    this.byId.delete(entry.subscription.id);
  }

  /** Changes are compared with it from now on, where it is of the kind that waits for changes. */
  show(entry: SubscriptionEntry): void {
    const { subscription } = entry;
    if (subscription.isActive === false || subscription.timeInterval !== undefined) return;
    this.indexed.add(entry);
    this.index.add(subscription, entry);
  }

  /** Changes are compared with it no more. To be called before it is changed. */
  hide(entry: SubscriptionEntry): void {
    if (this.indexed.delete(entry)) this.index.remove(entry.subscription, entry);
  }

  candidates(entity: Entity, changes: readonly AttributeChange[]): Set<SubscriptionEntry> {
    return this.index.candidates(entity, changes);
  }
}
