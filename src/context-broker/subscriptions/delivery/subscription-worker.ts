import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Entity } from '../../model/entity';
import type { SubscriptionEntry } from '../subscription-entry';
import type { OutboxItem } from '../store/outbox-table';
import { backOff } from './back-off';
import type { DeliveryOptions } from './delivery.options';
import { DeliveryError } from './notifier';

/** Timers of Node.js end at 2^31 milliseconds. */
const LONGEST_TIMER_MS = 86_400_000;

/** What a worker needs of its surroundings. */
export interface Outgoing {
  /** What is next to be sent. */
  next(): Promise<OutboxItem[]>;
  /** Records how it went, and that everything up to the number is done with; durable once it resolves. */
  settle(doneUpTo: number | undefined): Promise<void>;
  /** Leaves of several changes of one entity the last. */
  keepLatest(): Promise<void>;
  /** @throws DeliveryError */
  send(entities: Entity[], signal: AbortSignal): Promise<void>;
  /** There is nothing left to do; the next one who has something takes another worker. */
  done(): void;
}

/**
 * Delivers what one subscription has to send: one notification after the other, each until it is delivered or given
 * up. Asleep when there is nothing to do.
 */
export class SubscriptionWorker {
  private readonly logger = new Logger(SubscriptionWorker.name);
  private readonly ending = new AbortController();
  private running: Promise<void> | undefined;
  private hasNews = false;
  private isStopping = false;
  /** Ends the sleep in progress. */
  private sleep: AbortController | undefined;
  /** In a row. */
  private failures = 0;
  /** The number of the last change that is done with, until that is recorded. */
  private unrecorded: number | undefined;

  constructor(
    private readonly entry: SubscriptionEntry,
    private readonly outgoing: Outgoing,
    private readonly options: DeliveryOptions,
  ) {}

  /** There is something to send. */
  wake(): void {
    this.hasNews = true;
    if (this.running === undefined) this.begin(() => this.run());
  }

  /**
   * Sends these entities, unless something is being sent or the receiver rests; once, as the next ones will be more
   * recent.
   */
  sendNow(entities: Entity[]): void {
    if (this.running !== undefined) return;
    this.begin(async () => {
      if (this.isCoolingDown()) return;
      await this.attempt(entities);
      await this.outgoing.settle(undefined);
    });
  }

  /** The subscription is another one: what failed may succeed now. */
  retry(): void {
    this.failures = 0;
    this.sleep?.abort();
    this.wake();
  }

  /** Ends after the attempt in progress, which gets `graceMs` for that. What is left stays to be sent. */
  async stop(graceMs = 0): Promise<void> {
    this.isStopping = true;
    this.sleep?.abort();
    const deadline = setTimeout(() => this.ending.abort(), graceMs);
    await this.running;
    clearTimeout(deadline);
    this.ending.abort();
  }

  private begin(work: () => Promise<void>): void {
    if (this.isStopping) return;
    this.running = work()
      .catch((error: unknown) => this.report(error))
      .finally(() => {
        this.running = undefined;
        if (this.hasNews && !this.isStopping) this.begin(() => this.run());
        else this.outgoing.done();
      });
  }

  private async run(): Promise<void> {
    while (this.hasNews && !this.isStopping) {
      this.hasNews = false;
      try {
        while (await this.sendNext());
      } catch (error) {
        this.report(error);
        await this.sleepUntil(Date.now() + backOff((this.failures += 1), this.options));
        this.hasNews = true;
      }
    }
  }

  /** False when there is nothing left to do. */
  private async sendNext(): Promise<boolean> {
    const { entry, outgoing } = this;
    if (this.unrecorded !== undefined) await this.record(this.unrecorded);
    while (!this.isStopping && Date.now() < this.throttledUntil())
      await this.sleepUntil(this.throttledUntil());
    if (entry.subscription.throttling !== undefined) await outgoing.keepLatest();
    if (this.isStopping) return false;
    const items = await outgoing.next();
    const last = items.at(-1);
    if (last === undefined) return false;
    const failure = await this.attempt(items.map(({ entity }) => entity));
    if (failure === undefined || this.isGivenUp(failure)) {
      this.failures = 0;
      await this.record(last.seq);
    } else {
      await outgoing.settle(undefined);
    }
    if (failure !== undefined) await this.rest();
    return !this.isStopping;
  }

  private async record(doneUpTo: number): Promise<void> {
    this.unrecorded = doneUpTo;
    await this.outgoing.settle(doneUpTo);
    this.unrecorded = undefined;
  }

  /** Milliseconds since 1970. What failed is tried again before, as the receiver does not have it yet. */
  private throttledUntil(): number {
    const { subscription, record } = this.entry;
    return (record.lastSuccess ?? 0) / 1000 + (subscription.throttling ?? 0) * 1000;
  }

  /** Whether the subscription failed too recently; as another one it may succeed at once. */
  private isCoolingDown(): boolean {
    const { modifiedAt, record, subscription } = this.entry;
    const { cooldown = 0 } = subscription.notification.endpoint;
    const failedAt = record.lastFailure ?? 0;
    return failedAt >= modifiedAt && Date.now() < failedAt / 1000 + cooldown;
  }

  private async attempt(entities: Entity[]): Promise<DeliveryError | undefined> {
    const { record } = this.entry;
    record.timesSent += 1;
    record.lastNotification = Date.now() * 1000;
    try {
      await this.outgoing.send(entities, this.ending.signal);
      record.lastSuccess = Date.now() * 1000;
      return undefined;
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      record.timesFailed += 1;
      record.lastFailure = Date.now() * 1000;
      this.failures += 1;
      return error;
    }
  }

  /** What a receiver refuses again and again would be in the way of what comes after it for ever. */
  private isGivenUp(failure: DeliveryError): boolean {
    if (!failure.isRefusal || this.failures < this.options.refusedAttempts) return false;
    this.logger.warn(`${this.entry.subscription.id}: a notification is given up: ${failure.message}`);
    return true;
  }

  private async rest(): Promise<void> {
    const { cooldown = 0 } = this.entry.subscription.notification.endpoint;
    await this.sleepUntil(Date.now() + Math.max(cooldown, backOff(Math.max(this.failures, 1), this.options)));
  }

  private async sleepUntil(time: number): Promise<void> {
    const wait = Math.min(time - Date.now(), LONGEST_TIMER_MS);
    if (wait <= 0 || this.isStopping) return;
    const sleep = new AbortController();
    this.sleep = sleep;
    await delay(wait, undefined, { signal: sleep.signal }).catch((error: unknown) => {
      if (!sleep.signal.aborted) throw error;
    });
    this.sleep = undefined;
  }

  private report(error: unknown): void {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    this.logger.error({ subscription: this.entry.subscription.id, error: name, message, stack });
  }
}
