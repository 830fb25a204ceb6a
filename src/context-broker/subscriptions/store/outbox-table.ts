import type { Database } from '../../../common/sqlite/database';
import type { Microseconds } from '../../model/date-time';
import type { Entity } from '../../model/entity';

/** What a subscription is to be told of one change. */
export interface OutboxItem {
  seq: number;
  at: Microseconds;
  entity: Entity;
}

interface Row {
  seq: number;
  at: Microseconds;
  entityId: string;
  body: string;
}

/** Changes, and characters of their JSON. */
export interface OutboxBounds {
  changes: number;
  characters: number;
}

/**
 * What is to be sent, written with the changes themselves and kept until it is delivered or given up: so that a
 * restart loses nothing. Writes are to be made inside of a transaction.
 */
export class OutboxTable {
  constructor(private readonly database: Database) {}

  /** How many characters it takes. */
  append(subscription: number, at: Microseconds, entity: Entity): number {
    const body = JSON.stringify(entity);
    this.database.run(
      'INSERT INTO notification_outbox (subscription, at, entity_id, body) VALUES (?, ?, ?, ?)',
      subscription,
      at,
      entity.id,
      body,
    );
    return body.length;
  }

  /** Subscriptions that have something to send. */
  waiting(): number[] {
    const rows = this.database.all<{ subscription: number }>(
      'SELECT DISTINCT subscription FROM notification_outbox',
    );
    return rows.map(({ subscription }) => subscription);
  }

  /** The oldest changes that make one notification: in their order, of each entity one state. */
  next(subscription: number, bounds: OutboxBounds): OutboxItem[] {
    const taken: OutboxItem[] = [];
    const entities = new Set<string>();
    let characters = 0;
    for (const { seq, at, entityId, body } of this.rows(subscription, bounds.changes)) {
      characters += body.length;
      const isTooMuch = taken.length > 0 && characters > bounds.characters;
      if (isTooMuch || entities.has(entityId)) break;
      entities.add(entityId);
      taken.push({ seq, at, entity: JSON.parse(body) as Entity });
    }
    return taken;
  }

  /** The last of several changes of one entity: those before are not sent. */
  keepLatest(subscription: number): void {
    this.database.run(
      `DELETE FROM notification_outbox WHERE subscription = ?1 AND seq NOT IN
        (SELECT max(seq) FROM notification_outbox WHERE subscription = ?1 GROUP BY entity_id)`,
      subscription,
    );
  }

  /** Deletes what was sent: everything up to and including `seq`. */
  deleteUpTo(subscription: number, seq: number): void {
    this.database.run(
      'DELETE FROM notification_outbox WHERE subscription = ? AND seq <= ?',
      subscription,
      seq,
    );
  }

  deleteAll(subscription: number): void {
    this.database.run('DELETE FROM notification_outbox WHERE subscription = ?', subscription);
  }

  /** Deletes the oldest until the others are within the bounds; how many there were. */
  dropOldest(subscription: number, bounds: OutboxBounds): number {
    const rows = this.database.all<{ seq: number; characters: number }>(
      `SELECT seq, length(body) AS characters FROM notification_outbox WHERE subscription = ? ORDER BY seq DESC`,
      subscription,
    );
    let characters = 0;
    const kept = rows.findIndex(
      (row, at) => at >= bounds.changes || (characters += row.characters) > bounds.characters,
    );
    const newest = kept === -1 ? undefined : rows[kept];
    if (newest === undefined) return 0;
    this.deleteUpTo(subscription, newest.seq);
    return rows.length - kept;
  }

  private rows(subscription: number, limit: number): Iterable<Row> {
    return this.database.iterate<Row>(
      `SELECT seq, at, entity_id AS entityId, body FROM notification_outbox WHERE subscription = ?
        ORDER BY seq LIMIT ?`,
      subscription,
      limit,
    );
  }
}
