import type { Database } from '../../../common/sqlite/database';
import type { Microseconds } from '../../model/date-time';
import type { Subscription } from '../model/subscription';

/** How notifying goes (clause 5.2.14.2). */
export interface DeliveryRecord {
  /** Attempts. */
  timesSent: number;
  /** Attempts that failed. */
  timesFailed: number;
  lastNotification: Microseconds | null;
  lastSuccess: Microseconds | null;
  lastFailure: Microseconds | null;
}

/** A subscription as it is kept. */
export interface StoredSubscription {
  pk: number;
  createdAt: Microseconds;
  modifiedAt: Microseconds;
  subscription: Subscription;
  record: DeliveryRecord;
}

interface Row extends DeliveryRecord {
  pk: number;
  createdAt: Microseconds;
  modifiedAt: Microseconds;
  definition: string;
}

/** The subscriptions in the store. Writes are to be made inside of a transaction. */
export class SubscriptionTable {
  constructor(private readonly database: Database) {}

  all(): StoredSubscription[] {
    const rows = this.database.all<Row>(`
      SELECT pk, created_at AS createdAt, modified_at AS modifiedAt, definition, times_sent AS timesSent,
        times_failed AS timesFailed, last_notification AS lastNotification, last_success AS lastSuccess,
        last_failure AS lastFailure
      FROM subscription ORDER BY pk`);
    return rows.map(({ pk, createdAt, modifiedAt, definition, ...record }) => ({
      pk,
      createdAt,
      modifiedAt,
      subscription: JSON.parse(definition) as Subscription,
      record,
    }));
  }

  exists(id: string): boolean {
    return this.database.get('SELECT 1 FROM subscription WHERE id = ?', id) !== undefined;
  }

  /** The row's number, which is never used again. */
  insert(subscription: Subscription, at: Microseconds): number {
    return this.database.insert(
      'INSERT INTO subscription (id, created_at, modified_at, definition) VALUES (?, ?2, ?2, ?3)',
      subscription.id,
      at,
      JSON.stringify(subscription),
    );
  }

  update(pk: number, subscription: Subscription, at: Microseconds): void {
    const definition = JSON.stringify(subscription);
    this.database.run(
      'UPDATE subscription SET modified_at = ?, definition = ? WHERE pk = ?',
      at,
      definition,
      pk,
    );
  }

  /** Deletes it with all that it has not sent. */
  delete(pk: number): void {
    this.database.run('DELETE FROM subscription WHERE pk = ?', pk);
  }

  saveRecord(pk: number, record: DeliveryRecord): void {
    this.database.run(
      `UPDATE subscription SET times_sent = ?, times_failed = ?, last_notification = ?, last_success = ?,
        last_failure = ? WHERE pk = ?`,
      record.timesSent,
      record.timesFailed,
      record.lastNotification,
      record.lastSuccess,
      record.lastFailure,
      pk,
    );
  }
}
