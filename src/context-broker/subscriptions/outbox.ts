import { Logger } from '@nestjs/common';
import type { Database } from '../../common/sqlite/database';
import type { Entity } from '../model/entity';
import type { WriteQueue } from '../store/write-queue';
import type { DeliveryOptions } from './delivery/delivery.options';
import { OutboxTable, type OutboxItem } from './store/outbox-table';
import { SubscriptionTable } from './store/subscription-table';
import type { SubscriptionEntry } from './subscription-entry';

/** After so many further changes, or characters of them, it is looked at whether too much is waiting. */
const CHECKED_EVERY = { changes: 1_000, characters: 8_000_000 };

/** What is to be sent, bounded for each subscription. */
export class Outbox {
  private readonly logger = new Logger(Outbox.name);
  private readonly items: OutboxTable;
  private readonly subscriptions: SubscriptionTable;
  private readonly unchecked = new Map<SubscriptionEntry, { changes: number; characters: number }>();

  constructor(
    database: Database,
    private readonly writes: WriteQueue,
    private readonly options: DeliveryOptions,
  ) {
    this.items = new OutboxTable(database);
    this.subscriptions = new SubscriptionTable(database);
  }

  /** Subscriptions that have something to send, by their numbers. */
  waiting(): number[] {
    return this.items.waiting();
  }

  /** To be called inside of the transaction that makes the change. */
  append(entry: SubscriptionEntry, at: number, entity: Entity): void {
    const characters = this.items.append(entry.pk, at, entity);
    const unchecked = this.unchecked.get(entry) ?? { changes: 0, characters: 0 };
    unchecked.changes += 1;
    unchecked.characters += characters;
    this.unchecked.set(entry, unchecked);
  }

  /** The next notification; empty when there is nothing to be sent, or the subscription is not to notify any more. */
  async next(entry: SubscriptionEntry): Promise<OutboxItem[]> {
    if (entry.status !== 'active') {
      await this.writes.submit(() => this.clear(entry));
      return [];
    }
    return this.items.next(entry.pk, {
      changes: this.options.maxEntities,
      characters: this.options.maxCharacters,
    });
  }

  settle(entry: SubscriptionEntry, doneUpTo: number | undefined): Promise<void> {
    return this.writes.submit(() => {
      this.subscriptions.saveRecord(entry.pk, entry.record);
      if (doneUpTo !== undefined) this.items.deleteUpTo(entry.pk, doneUpTo);
    });
  }

  keepLatest(entry: SubscriptionEntry): Promise<void> {
    return this.writes.submit(() => this.items.keepLatest(entry.pk));
  }

  /** Drops the oldest changes of a subscription for which too much is waiting. */
  async bound(entry: SubscriptionEntry): Promise<void> {
    const { changes, characters } = this.unchecked.get(entry) ?? { changes: 0, characters: 0 };
    if (changes < CHECKED_EVERY.changes && characters < CHECKED_EVERY.characters) return;
    this.unchecked.delete(entry);
    const { maxWaiting, maxWaitingCharacters } = this.options;
    const dropped = await this.writes.submit(() =>
      this.items.dropOldest(entry.pk, { changes: maxWaiting, characters: maxWaitingCharacters }),
    );
    if (dropped === 0) return;
    this.logger.warn(
      `${entry.subscription.id}: too much is waiting to be sent, the oldest ${dropped} changes are dropped`,
    );
  }

  /** To be called inside of a transaction. */
  clear(entry: SubscriptionEntry): void {
    this.items.deleteAll(entry.pk);
  }

  forget(entry: SubscriptionEntry): void {
    this.unchecked.delete(entry);
  }
}
