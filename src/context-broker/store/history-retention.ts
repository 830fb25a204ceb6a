import { Logger } from '@nestjs/common';
import type { Database } from '../../common/sqlite/database';
import type { Microseconds } from '../model/date-time';
import type { WriteQueue } from './write-queue';

/** Rows that are looked at in one write, a few milliseconds. */
const SLICE = 500;

/** Between two slices, so that other writes come first, in milliseconds. */
const PAUSE_MS = 50;

/** Between the end of one sweep and the start of the next, in milliseconds. */
const REST_MS = 3_600_000;

const DAY: Microseconds = 86_400_000_000;

/** Where a sweep has come to: the primary key of a row of the history. */
interface Place {
  entity: number;
  attribute: string;
  modified_at: Microseconds;
  dataset_id: string;
}

const START: Place = { entity: -1, attribute: '', modified_at: 0, dataset_id: '' };

/**
 * Removes what was written longer ago than the history is kept. The last value of every attribute of an entity that
 * exists stays; of entities that are gone nothing does.
 */
export class HistoryRetention {
  private readonly logger = new Logger(HistoryRetention.name);
  private timer: NodeJS.Timeout | undefined;

  /** @param days 0: for ever */
  constructor(
    private readonly database: Database,
    private readonly writes: WriteQueue,
    private readonly days: number,
  ) {
    if (days > 0) this.wait(PAUSE_MS, START);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Looks at the rows behind a place; the last of them, undefined when there are no more. */
  sweepSlice(after: Place): Place | undefined {
    const before = Date.now() * 1000 - this.days * DAY;
    const rows = this.database.all<Place & { outdated: number }>(
      `SELECT entity, attribute, modified_at, dataset_id, modified_at < ? AND (
         (SELECT body FROM entity WHERE pk = instance.entity) IS NULL OR EXISTS (
           SELECT 1 FROM attribute_instance later
           WHERE later.entity = instance.entity AND later.attribute = instance.attribute
             AND later.dataset_id = instance.dataset_id AND later.modified_at > instance.modified_at)) AS outdated
       FROM attribute_instance instance
       WHERE (entity, attribute, modified_at, dataset_id) > (?, ?, ?, ?)
       ORDER BY entity, attribute, modified_at, dataset_id LIMIT ?`,
      before,
      after.entity,
      after.attribute,
      after.modified_at,
      after.dataset_id,
      SLICE,
    );
    for (const { entity, attribute, modified_at, dataset_id } of rows.filter(
      ({ outdated }) => outdated === 1,
    )) {
      this.database.run(
        'DELETE FROM attribute_instance WHERE entity = ? AND attribute = ? AND modified_at = ? AND dataset_id = ?',
        entity,
        attribute,
        modified_at,
        dataset_id,
      );
    }
    // Behind the last row there may be entities without any.
    const last = rows.length < SLICE ? undefined : rows.at(-1);
    this.removeForgotten(after.entity, last?.entity, before);
    return last;
  }

  /** Entities that are gone, and of which no instance is left. */
  private removeForgotten(from: number, to: number | undefined, before: Microseconds): void {
    const gone = this.database.all<{ pk: number }>(
      `SELECT pk FROM entity WHERE pk >= ? AND pk <= ? AND body IS NULL AND modified_at < ?
         AND NOT EXISTS (SELECT 1 FROM attribute_instance WHERE entity = pk) LIMIT ?`,
      from,
      to ?? Number.MAX_SAFE_INTEGER,
      before,
      SLICE,
    );
    for (const { pk } of gone) {
      this.database.run('DELETE FROM entity_type WHERE entity = ?', pk);
      this.database.run('DELETE FROM entity WHERE pk = ?', pk);
    }
  }

  private wait(milliseconds: number, after: Place): void {
    this.timer = setTimeout(() => this.sweep(after), milliseconds).unref();
  }

  private sweep(after: Place): void {
    this.writes
      .submit(() => this.sweepSlice(after))
      .then(
        (reached) => {
          if (this.timer === undefined) return;
          if (reached === undefined) this.wait(REST_MS, START);
          else this.wait(PAUSE_MS, reached);
        },
        (error: unknown) => {
          if (this.timer === undefined) return;
          this.logger.warn({ message: 'could not remove outdated history', error: String(error) });
          this.wait(REST_MS, after);
        },
      );
  }
}
