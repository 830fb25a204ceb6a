import { Logger } from '@nestjs/common';
import { Mutex } from 'async-mutex';
import { v7 as uuid } from 'uuid';
import type { Database } from '../../common/sqlite/database';
import type { KnownContext } from '../context/known-context';
import { NgsiLdError, notFound } from '../errors';
import type { Entity, JsonValue } from '../model/entity';
import type { FindRow } from '../http/entity-row-writer';
import { checkedId } from '../model/names';
import { isObject } from '../model/normalize-attribute';
import type { FindState } from '../query-language/entity-query';
import type { Page, PageQuery } from '../reader/entity-selection';
import type { ChangeObserver, EntityChange } from '../store/change-observer';
import type { WriteQueue } from '../store/write-queue';
import { composeNotification } from './delivery/compose-notification';
import type { Deliveries } from './delivery/deliveries';
import { DeliveryError } from './delivery/notifier';
import { SubscriptionWorker } from './delivery/subscription-worker';
import { attributeChanges } from './matching/attribute-changes';
import { notifiedEntity } from './matching/notified-entity';
import { matchingEntities } from './matching-entities';
import { checkEndpointHost } from './model/check-endpoint';
import { parseSubscription, patchSubscription } from './model/parse-subscription';
import type { Subscription } from './model/subscription';
import { Outbox } from './outbox';
import { PeriodicTimer } from './periodic-timer';
import { SubscriptionTable } from './store/subscription-table';
import { SubscriptionEntry } from './subscription-entry';
import { SubscriptionRegistry } from './subscription-registry';

/** What the subscriptions of a tenant need of the broker around them. */
export interface SubscriptionSurroundings {
  database: Database;
  writes: WriteQueue;
  /** Undefined for the default tenant. */
  tenant: string | undefined;
  deliveries: Deliveries;
  /** The entities that relationships lead to. */
  find: FindState;
  findRow: FindRow;
  query(query: PageQuery): Promise<Page>;
  /** @throws NgsiLdError LdContextNotAvailable */
  resolveContext(context: JsonValue): Promise<KnownContext>;
}

/** How long a stop waits for the answers of receivers, in milliseconds. */
const STOP_GRACE_MS = 2_000;

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
  private readonly workers = new Map<SubscriptionEntry, SubscriptionWorker>();
  private readonly periodic = new PeriodicTimer<SubscriptionEntry>(
    (entry) => void this.notifyInInterval(entry),
  );
  /** One change of a subscription after the other. */
  private readonly changes = new Mutex();
  /** What has to send something once the transaction is committed. */
  private readonly toWake = new Set<SubscriptionEntry>();
  private isClosed = false;

  constructor(private readonly surroundings: SubscriptionSurroundings) {
    const { database, writes, deliveries } = surroundings;
    this.table = new SubscriptionTable(database);
    this.outbox = new Outbox(database, writes, deliveries.options);
    const waiting = new Set(this.outbox.waiting());
    for (const stored of this.table.all()) {
      const entry = new SubscriptionEntry(stored);
      this.registry.add(entry);
      this.setRhythm(entry);
      if (waiting.has(entry.pk)) this.wakeSoon(entry);
    }
  }

  get size(): number {
    return this.registry.size;
  }

  /** Whether something is to be sent, now or in an interval. */
  get isBusy(): boolean {
    return this.periodic.size > 0 || this.workers.size > 0 || this.toWake.size > 0;
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
    return this.changes.runExclusive(async () => {
      if (this.registry.find(id) !== undefined) {
        throw new NgsiLdError('AlreadyExists', `there is a subscription ${id}`);
      }
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
      this.setRhythm(entry);
      return id;
    });
  }

  /**
   * Changes the members that a client gave.
   *
   * @throws NgsiLdError ResourceNotFound, BadRequestData, OperationNotSupported, LdContextNotAvailable
   */
  update(id: string, input: JsonValue, { terms }: KnownContext): Promise<void> {
    return this.changes.runExclusive(async () => {
      const entry = this.find(id);
      const changed = patchSubscription(entry.subscription, input, terms);
      await this.check(changed);
      const at = Date.now() * 1000;
      await this.surroundings.writes.submit(() => {
        this.table.update(entry.pk, changed, at);
        if (changed.isActive === false) this.outbox.clear(entry);
      });
      this.registry.hide(entry);
      entry.change(changed, at);
      this.registry.show(entry);
      this.setRhythm(entry);
      this.workers.get(entry)?.retry();
    });
  }

  /** Deletes it with what it has not sent. @throws NgsiLdError ResourceNotFound */
  async delete(id: string): Promise<void> {
    const worker = await this.changes.runExclusive(async () => {
      const entry = this.find(id);
      // First, as no change may be noted down for it once it is gone from the store.
      this.registry.remove(entry);
      this.periodic.remove(entry);
      this.outbox.forget(entry);
      await this.surroundings.writes.submit(() => this.table.delete(entry.pk));
      return this.workers.get(entry);
    });
    await worker?.stop();
  }

  private async check({ notification, jsonldContext }: Subscription): Promise<void> {
    if (!this.surroundings.deliveries.allowPrivateHosts) checkEndpointHost(notification.endpoint.uri);
    if (jsonldContext !== undefined) await this.surroundings.resolveContext(jsonldContext);
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
      const match = entry.matcher(this.surroundings.find).match(change, changes);
      if (match === undefined) continue;
      this.outbox.append(entry, change.at, notifiedEntity(change, match, entry.subscription.notification));
      this.wakeSoon(entry);
    }
  }

  /** Lets the attempts in progress come to an end; what is left is sent after the next start. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.periodic.stop();
    await Promise.all([...this.workers.values()].map((worker) => worker.stop(STOP_GRACE_MS)));
  }

  /** Transactions are done within one turn of the event loop. */
  private wakeSoon(entry: SubscriptionEntry): void {
    if (this.toWake.size === 0) setImmediate(() => this.wakeAll());
    this.toWake.add(entry);
  }

  private wakeAll(): void {
    const entries = [...this.toWake];
    this.toWake.clear();
    if (this.isClosed) return;
    for (const entry of entries) {
      this.workerOf(entry).wake();
      this.outbox.bound(entry).catch((error: unknown) => this.report(entry, error));
    }
  }

  private setRhythm(entry: SubscriptionEntry): void {
    const { timeInterval, isActive } = entry.subscription;
    this.periodic.remove(entry);
    if (timeInterval !== undefined && isActive !== false) this.periodic.add(entry, timeInterval);
  }

  private async notifyInInterval(entry: SubscriptionEntry): Promise<void> {
    if (entry.status === 'expired') return this.periodic.remove(entry);
    try {
      const { deliveries, query } = this.surroundings;
      const entities = await matchingEntities(entry.subscription, deliveries.options.maxEntities, query);
      const isWanted = this.registry.find(entry.subscription.id) === entry && entry.status === 'active';
      if (entities.length > 0 && isWanted && !this.isClosed) this.workerOf(entry).sendNow(entities);
    } catch (error) {
      this.report(entry, error);
    }
  }

  private workerOf(entry: SubscriptionEntry): SubscriptionWorker {
    const present = this.workers.get(entry);
    if (present !== undefined) return present;
    const { deliveries } = this.surroundings;
    const worker = new SubscriptionWorker(
      entry,
      {
        next: () => (entry.status === 'active' ? this.outbox.next(entry) : []),
        settle: (doneUpTo) => this.outbox.settle(entry, doneUpTo),
        keepLatest: () => this.outbox.keepLatest(entry),
        send: (entities, signal) => this.send(entry, entities, signal),
        done: () => this.workers.delete(entry),
      },
      deliveries.options,
    );
    this.workers.set(entry, worker);
    return worker;
  }

  private async send(
    { subscription }: SubscriptionEntry,
    entities: Entity[],
    signal: AbortSignal,
  ): Promise<void> {
    const { deliveries, resolveContext } = this.surroundings;
    const context = await resolveContext(subscription.jsonldContext ?? subscription.context).catch(
      (error: unknown) => {
        throw new DeliveryError((error as Error).message, false, { cause: error });
      },
    );
    const notification = composeNotification(subscription, entities, context, this.surroundings);
    await deliveries.send(subscription.notification.endpoint, notification, signal);
  }

  private report(entry: SubscriptionEntry, error: unknown): void {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    this.logger.error({ subscription: entry.subscription.id, error: name, message, stack });
  }
}

const newRecord = () => ({
  timesSent: 0,
  timesFailed: 0,
  lastNotification: null,
  lastSuccess: null,
  lastFailure: null,
});
