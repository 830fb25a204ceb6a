import { Logger } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { Database } from '../../common/sqlite/database';
import type { StoredContext } from '../context/context-store';
import type { KnownContext } from '../context/known-context';
import { NgsiLdError, notFound } from '../errors';
import type { JsonValue } from '../model/entity';
import { checkedId } from '../model/names';
import { isObject } from '../model/normalize-attribute';
import type { FindState } from '../query-language/entity-query';
import type { ChangeObserver, EntityChange } from '../store/change-observer';
import type { WriteQueue } from '../store/write-queue';
import { Dispatcher, type DispatcherSurroundings } from './dispatcher';
import { type AttributeChange, attributeChanges } from './matching/attribute-changes';
import { notifiedEntity } from './matching/notified-entity';
import type { Match } from './matching/subscription-matcher';
import { checkEndpointHost } from './model/check-endpoint';
import { parseSubscription, patchSubscription } from './model/parse-subscription';
import { patternSize } from './model/pattern-size';
import type { Subscription } from './model/subscription';
import { Outbox } from './outbox';
import { SubscriptionTable } from './store/subscription-table';
import { SubscriptionEntry } from './subscription-entry';
import { SubscriptionRegistry } from './subscription-registry';

/** They are all kept in memory, and every change is compared with them. */
const MAX_SUBSCRIPTIONS = 50_000;

/** See {@link patternSize}: of all of them together. */
const MAX_PATTERN_SIZE = 5_000;

/** What the subscriptions of a tenant need of the broker around them. */
export interface SubscriptionSurroundings extends DispatcherSurroundings {
  database: Database;
  writes: WriteQueue;
  /** The entities that relationships lead to, as they are when a change is made. */
  find: FindState;
}

/**
 * The subscriptions of a tenant. Every change of an entity is compared with them inside of the transaction that makes
 * it, and what is to be sent is written by the same transaction; so that it is sent at least once, in the order of the
 * changes, whatever happens to the process.
 */
export class Subscriptions implements ChangeObserver {
  private readonly logger = new Logger(Subscriptions.name);
  private readonly table: SubscriptionTable;
  private readonly registry = new SubscriptionRegistry();
  private readonly outbox: Outbox;
  private readonly dispatcher: Dispatcher;
  /** Ids of subscriptions that are being written for the first time. */
  private readonly inCreation = new Set<string>();
  /** The sizes of patterns that are being written, by the ids of their subscriptions. */
  private readonly patternsInWriting = new Map<string, number>();

  constructor(private readonly surroundings: SubscriptionSurroundings) {
    const { database, writes, deliveries } = surroundings;
    this.table = new SubscriptionTable(database);
    this.outbox = new Outbox(database, writes, deliveries.options);
    this.dispatcher = new Dispatcher(surroundings, this.outbox);
    const waiting = new Set(this.outbox.waiting());
    for (const stored of this.table.all()) {
      const entry = new SubscriptionEntry(stored);
      this.registry.add(entry);
      this.dispatcher.update(entry);
      if (waiting.has(entry.pk)) this.dispatcher.wakeSoon(entry);
    }
  }

  get size(): number {
    return this.registry.size;
  }

  /** Whether something is to be sent, now or in an interval. */
  get isBusy(): boolean {
    return this.dispatcher.isBusy;
  }

  /** In the order in which they were made. */
  list({ limit, offset }: { limit: number; offset: number }): SubscriptionEntry[] {
    return [...this.registry.all()].slice(offset, offset + limit);
  }

  /** @throws NgsiLdError ResourceNotFound */
  find(id: string): SubscriptionEntry {
    const entry = this.registry.find(id);
    if (entry === undefined) throw notFound(`there is no subscription ${id}`);
    return entry;
  }

  /** The context that was made for a subscription, by its id. */
  contextNamed(id: string): StoredContext | undefined {
    for (const { subscription, createdAt } of this.registry.all()) {
      if (subscription.contextId !== id) continue;
      return {
        id,
        kind: 'ImplicitlyCreated',
        tenant: this.surroundings.tenant ?? '',
        url: null,
        body: JSON.stringify(subscription.context),
        created_at: Math.floor(createdAt / 1000),
        expires_at: null,
      };
    }
    return undefined;
  }

  /**
   * Makes a subscription of what a client gave; its id.
   *
   * @throws NgsiLdError BadRequestData, OperationNotSupported, AlreadyExists, LdContextNotAvailable
   */
  async create(input: JsonValue, context: KnownContext): Promise<string> {
    const members = parseSubscription(input, context.terms);
    const given = isObject(input) ? input['id'] : undefined;
    const id = given === undefined ? `urn:ngsi-ld:Subscription:${uuid()}` : checkedId(given);
    const subscription: Subscription = { ...members, id, context: context.inBody };
    await this.check(subscription);
    if (!hasAddress(context)) subscription.contextId = context.url.replace(/^.*\//, '');
    if (this.registry.find(id) !== undefined || this.inCreation.has(id)) {
      throw new NgsiLdError('AlreadyExists', `there is a subscription ${id}`);
    }
    if (this.size + this.inCreation.size >= MAX_SUBSCRIPTIONS) {
      throw new NgsiLdError(
        'OperationNotSupported',
        `there are no more than ${MAX_SUBSCRIPTIONS} subscriptions`,
      );
    }
    this.reservePatterns(subscription);
    this.inCreation.add(id);
    try {
      const at = Date.now() * 1000;
      const pk = await this.surroundings.writes.submit(() => this.table.insert(subscription, at));
      const entry = new SubscriptionEntry({
        pk,
        createdAt: at,
        modifiedAt: at,
        subscription,
        record: newRecord(),
      });
      this.registry.add(entry);
      this.dispatcher.update(entry);
      return id;
    } finally {
      this.inCreation.delete(id);
      this.patternsInWriting.delete(id);
    }
  }

  /**
   * Changes the members that a client gave.
   *
   * @throws NgsiLdError ResourceNotFound, BadRequestData, OperationNotSupported, LdContextNotAvailable
   */
  async update(id: string, input: JsonValue, context: KnownContext): Promise<void> {
    await this.alone(id, async (entry) => {
      const own = await this.ownContext(entry.subscription, input, context);
      const changed = patchSubscription(entry.subscription, input, context.terms, own.terms);
      await this.check(changed);
      this.reservePatterns(changed);
      const at = Date.now() * 1000;
      try {
        await this.surroundings.writes.submit(() => {
          this.table.update(entry.pk, changed, at);
          if (changed.isActive === false) this.outbox.clear(entry);
        });
      } finally {
        this.patternsInWriting.delete(id);
      }
      this.registry.hide(entry);
      entry.change(changed, at);
      this.registry.show(entry);
      this.dispatcher.update(entry);
    });
  }

  /** Deletes it with what it has not sent. @throws NgsiLdError ResourceNotFound */
  async delete(id: string): Promise<void> {
    await this.alone(id, async (entry) => {
      try {
        await this.surroundings.writes.submit(() => {
          // No change may be noted down for it once it is gone from the store.
          this.registry.hide(entry);
          this.table.delete(entry.pk);
        });
      } catch (error) {
        this.registry.show(entry);
        throw error;
      }
      this.registry.remove(entry);
      this.outbox.forget(entry);
      await this.dispatcher.remove(entry);
    });
  }

  /** One change of a subscription after the other. @throws NgsiLdError ResourceNotFound */
  private async alone(id: string, change: (entry: SubscriptionEntry) => Promise<void>): Promise<void> {
    const entry = this.find(id);
    await entry.changes.runExclusive(async () => {
      // It may have been deleted meanwhile.
      if (this.find(id) === entry) await change(entry);
      else throw notFound(`there is no subscription ${id}`);
    });
  }

  /** The context that its query was written with, where a patch gives that another meaning. */
  private async ownContext(
    { context }: Subscription,
    patch: JsonValue,
    given: KnownContext,
  ): Promise<KnownContext> {
    const isNeeded = isObject(patch) && patch['expandValues'] !== undefined && patch['q'] === undefined;
    return isNeeded ? this.surroundings.resolveContext(context) : given;
  }

  private async check({ notification, jsonldContext }: Subscription): Promise<void> {
    if (!this.surroundings.deliveries.allowPrivateHosts) checkEndpointHost(notification.endpoint.uri);
    if (jsonldContext !== undefined) await this.surroundings.resolveContext(jsonldContext);
  }

  /**
   * Every change may have to be compared with the patterns of all subscriptions: those that are being written count,
   * until they are written or given up.
   *
   * @throws NgsiLdError OperationNotSupported
   */
  private reservePatterns(subscription: Subscription): void {
    const size = patternSize(subscription);
    if (size === 0) return;
    const sizes = new Map(this.patternsInWriting);
    for (const { subscription: other, patternSize } of this.registry.all()) {
      sizes.set(other.id, Math.max(patternSize, sizes.get(other.id) ?? 0));
    }
    sizes.set(subscription.id, size);
    const total = [...sizes.values()].reduce((sum, one) => sum + one, 0);
    if (total > MAX_PATTERN_SIZE) {
      throw new NgsiLdError(
        'OperationNotSupported',
        'the patterns of all subscriptions together are too large: use fewer of them',
      );
    }
    this.patternsInWriting.set(subscription.id, size);
  }

  /** Whether changes are to be told to {@link changed}. */
  get isWatching(): boolean {
    return this.registry.isWatching;
  }

  /** To be called inside of the transaction that makes the change. */
  changed(change: EntityChange): void {
    const { entity } = change.after ?? change.before;
    const changes = attributeChanges(change);
    for (const entry of this.registry.candidates(entity, changes)) {
      if (!entry.isActiveAt(change.at)) continue;
      const match = this.match(entry, change, changes);
      if (match === undefined) continue;
      this.outbox.append(entry, change.at, notifiedEntity(change, match, entry.subscription.notification));
      this.dispatcher.wakeSoon(entry);
    }
  }

  /** A subscription that cannot be compared with a change is not to be in the way of the change. */
  private match(
    entry: SubscriptionEntry,
    change: EntityChange,
    changes: readonly AttributeChange[],
  ): Match | undefined {
    try {
      return entry.matcher(this.surroundings.find).match(change, changes);
    } catch (error) {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      this.logger.error({ subscription: entry.subscription.id, error: name, message, stack });
      return undefined;
    }
  }

  /** Lets the attempts in progress come to an end; what is left is sent after the next start. */
  close(): Promise<void> {
    return this.dispatcher.close();
  }
}

/** Whether a context is one that clients know by an address, so that none has to be made up for it. */
const hasAddress = ({ inBody, url }: KnownContext): boolean => [inBody].flat().includes(url);

const newRecord = () => ({
  timesSent: 0,
  timesFailed: 0,
  lastNotification: null,
  lastSuccess: null,
  lastFailure: null,
});
