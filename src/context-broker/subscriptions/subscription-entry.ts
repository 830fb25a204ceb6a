import { Mutex } from 'async-mutex';
import { type Microseconds, parseDateTime } from '../model/date-time';
import type { FindState } from '../query-language/entity-query';
import { SubscriptionMatcher } from './matching/subscription-matcher';
import { patternSize } from './model/pattern-size';
import type { Subscription } from './model/subscription';
import type { DeliveryRecord, StoredSubscription } from './store/subscription-table';

/** A subscription as the broker works with it. */
export class SubscriptionEntry {
  readonly pk: number;
  readonly createdAt: Microseconds;
  readonly record: DeliveryRecord;
  /** Held by whoever changes the subscription. */
  readonly changes = new Mutex();
  modifiedAt: Microseconds;
  private current: Subscription;
  private compiled: SubscriptionMatcher | undefined;
  private size: number | undefined;
  private expiresAt: Microseconds;

  constructor({ pk, createdAt, modifiedAt, subscription, record }: StoredSubscription) {
    this.pk = pk;
    this.createdAt = createdAt;
    this.modifiedAt = modifiedAt;
    this.record = record;
    this.current = subscription;
    this.expiresAt = expiryOf(subscription);
  }

  get subscription(): Subscription {
    return this.current;
  }

  /** Made when it is first needed: most subscriptions never see a change that could concern them. */
  matcher(find: FindState): SubscriptionMatcher {
    return (this.compiled ??= new SubscriptionMatcher(this.current, find));
  }

  /** See {@link patternSize}. */
  get patternSize(): number {
    return (this.size ??= patternSize(this.current));
  }

  change(subscription: Subscription, at: Microseconds): void {
    this.current = subscription;
    this.modifiedAt = at;
    this.compiled = undefined;
    this.size = undefined;
    this.expiresAt = expiryOf(subscription);
  }

  isActiveAt(time: Microseconds): boolean {
    return time < this.expiresAt && this.current.isActive !== false;
  }

  get status(): 'active' | 'paused' | 'expired' {
    if (this.expiresAt <= Date.now() * 1000) return 'expired';
    return this.current.isActive === false ? 'paused' : 'active';
  }
}

const expiryOf = ({ expiresAt }: Subscription): Microseconds =>
  expiresAt === undefined ? Infinity : (parseDateTime(expiresAt) ?? Infinity);
