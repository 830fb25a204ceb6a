import { Logger } from '@nestjs/common';
import type { KnownContext } from '../context/known-context';
import type { FindRow } from '../http/entity-row-writer';
import type { Entity, JsonValue } from '../model/entity';
import type { Page, PageQuery } from '../reader/entity-selection';
import { composeNotification } from './delivery/compose-notification';
import type { Deliveries } from './delivery/deliveries';
import { DeliveryError } from './delivery/notifier';
import { SubscriptionWorker } from './delivery/subscription-worker';
import { matchingEntities } from './matching-entities';
import type { Outbox } from './outbox';
import { PeriodicTimer } from './periodic-timer';
import type { SubscriptionEntry } from './subscription-entry';

/** What notifying needs of the broker around it. */
export interface DispatcherSurroundings {
  /** Undefined for the default tenant. */
  tenant: string | undefined;
  deliveries: Deliveries;
  /** The entities that relationships lead to, as they are when a notification is sent. */
  findRow: FindRow;
  query: (query: PageQuery) => Promise<Page>;
  /** @throws NgsiLdError LdContextNotAvailable */
  resolveContext: (context: JsonValue) => Promise<KnownContext>;
}

/** How long a stop waits for the answers of receivers, in milliseconds. */
const STOP_GRACE_MS = 2_000;

/** Sets the subscriptions of a tenant going: when there is something in the outbox, and in intervals. */
export class Dispatcher {
  private readonly logger = new Logger(Dispatcher.name);
  private readonly workers = new Map<SubscriptionEntry, SubscriptionWorker>();
  private readonly periodic = new PeriodicTimer<SubscriptionEntry>(
    (entry) => void this.notifyInInterval(entry),
  );
  /** What has to send something once the transaction is committed. */
  private readonly toWake = new Set<SubscriptionEntry>();
  private isClosed = false;

  constructor(
    private readonly surroundings: DispatcherSurroundings,
    private readonly outbox: Outbox,
  ) {}

  /** Whether something is to be sent, now or in an interval. */
  get isBusy(): boolean {
    return this.periodic.size > 0 || this.workers.size > 0 || this.toWake.size > 0;
  }

  /** There will be something in the outbox: transactions are done within one turn of the event loop. */
  wakeSoon(entry: SubscriptionEntry): void {
    if (this.toWake.size === 0) setImmediate(() => this.wakeAll());
    this.toWake.add(entry);
  }

  /** Takes up the interval of a subscription where it was left, and what failed before. */
  update(entry: SubscriptionEntry): void {
    const { createdAt, record, subscription } = entry;
    this.periodic.remove(entry);
    if (subscription.timeInterval !== undefined && subscription.isActive !== false) {
      this.periodic.add(entry, subscription.timeInterval, (record.lastNotification ?? createdAt) / 1000);
    }
    this.workers.get(entry)?.retry();
  }

  /** Sends nothing more of a subscription. */
  async remove(entry: SubscriptionEntry): Promise<void> {
    this.periodic.remove(entry);
    this.toWake.delete(entry);
    await this.workers.get(entry)?.stop();
  }

  /** Lets the attempts in progress come to an end; what is left is sent after the next start. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.periodic.stop();
    await Promise.all([...this.workers.values()].map((worker) => worker.stop(STOP_GRACE_MS)));
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

  private async notifyInInterval(entry: SubscriptionEntry): Promise<void> {
    if (entry.status === 'expired') return this.periodic.remove(entry);
    try {
      const { deliveries, query } = this.surroundings;
      const entities = await matchingEntities(entry.subscription, deliveries.options.maxEntities, query);
      const isWanted = this.periodic.has(entry) && !this.isClosed;
      if (entities.length > 0 && isWanted) this.workerOf(entry).sendNow(entities);
    } catch (error) {
      this.report(entry, error);
    }
  }

  private workerOf(entry: SubscriptionEntry): SubscriptionWorker {
    const present = this.workers.get(entry);
    if (present !== undefined) return present;
    const worker = new SubscriptionWorker(
      entry,
      {
        next: () => this.outbox.next(entry),
        settle: (doneUpTo) => this.outbox.settle(entry, doneUpTo),
        keepLatest: () => this.outbox.keepLatest(entry),
        send: (entities, signal) => this.send(entry, entities, signal),
        done: () => this.workers.delete(entry),
      },
      this.surroundings.deliveries.options,
    );
    this.workers.set(entry, worker);
    return worker;
  }

  /** @throws DeliveryError */
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
