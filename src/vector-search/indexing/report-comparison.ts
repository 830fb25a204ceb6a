import { Injectable, Logger } from '@nestjs/common';
import { CITIZEN_REPORT } from '../../citizen-reports/citizen-report';
import { QueryTooWideError } from '../../ngsi-ld/broker-errors';
import { attributeOf, type Entity } from '../../ngsi-ld/entity';
import { plainValue } from '../../citizen-reports/report-representation';
import { type EntityPage, NgsiLdBrokerService } from '../../ngsi-ld/ngsi-ld-broker.service';
import { pieceKey } from '../pieces/piece';
import { isStored, PiecesRepository } from '../pieces/pieces.repository';
import { reportPiece } from '../pieces/report-piece';
import { SearchStateRepository } from './search-state.repository';
import { TaskQueue } from './task-queue';

const PAGE = 500;

/** Pages of changes to a turn; what is left is read in the next. */
const MOST_PAGES = 20;

/** Changes that were written a little earlier may be seen a little later. */
const OVERLAP_MS = 60_000;

/** The clocks of others may be ahead. */
const SKEW_MS = 24 * 3_600_000;

/** In place of the number of reports that are not worth indexing. */
const UNKNOWN = 'unknown';

/** Tells how many reports have been compared, and how many there are. */
export type OnCompared = (compared: number, total: number) => void;

/** Finds reports of which the index knows nothing yet, or that it should forget, and queues them. */
@Injectable()
export class ReportComparison {
  private readonly logger = new Logger(ReportComparison.name);

  constructor(
    private readonly broker: NgsiLdBrokerService,
    private readonly pieces: PiecesRepository,
    private readonly queue: TaskQueue,
    private readonly state: SearchStateRepository,
  ) {}

  /** Looks at the reports that were modified since the last time, by what they say of it. */
  async compareModified(signal?: AbortSignal): Promise<void> {
    const now = Date.now();
    const seenUntil = await this.state.get('reports_seen_until');
    const end = now + SKEW_MS;
    const window = { from: seenUntil === undefined ? 0 : Date.parse(seenUntil), to: end, offset: 0 };
    for (let page = 0; page < MOST_PAGES && !signal?.aborted; page++) {
      const entities = await this.modifiedIn(window);
      if (entities === undefined) {
        // The broker cannot list as many at once.
        window.to = (window.from + window.to) / 2;
        continue;
      }
      await this.queueDiffering(entities);
      const isFull = entities.length === PAGE;
      const seen = isFull ? (modifiedAt(entities.at(-1)) ?? window.to) : window.to;
      window.offset = isFull && seen === window.from ? window.offset + PAGE : 0;
      window.from = seen;
      await this.state.set('reports_seen_until', new Date(Math.min(seen, now - OVERLAP_MS)).toISOString());
      if (!isFull && window.to === end) return;
      if (!isFull) window.to = end;
    }
  }

  /**
   * Compares all reports with the index.
   *
   * @returns false when it was given up, or the broker cannot list as many.
   */
  async compareAll(signal?: AbortSignal, onCompared: OnCompared = () => {}): Promise<boolean> {
    let after = '';
    let leftOut = 0;
    for (let offset = 0; !signal?.aborted; offset += PAGE) {
      const page = await this.page(offset);
      if (page === undefined) return this.noteLeftOut(UNKNOWN, false);
      const { entities, total } = page;
      leftOut += entities.length - (await this.queueDiffering(entities));
      const upTo = entities.length < PAGE ? undefined : entities.at(-1)?.id;
      await this.queueVanished(after, upTo, new Set(entities.map(({ id }) => id)));
      onCompared(Math.min(offset + entities.length, total), total);
      if (upTo === undefined) return this.noteLeftOut(String(leftOut), true);
      after = upTo;
    }
    return false;
  }

  /** Whether the broker has another number of reports than the index accounts for. */
  async countsDiffer(): Promise<boolean> {
    const leftOut = await this.state.get('reports_left_out');
    if (leftOut === UNKNOWN || !(await this.queue.isEmpty())) return false;
    const { total } = await this.broker.queryEntities({ type: CITIZEN_REPORT, limit: 0 });
    return total !== (await this.pieces.countReports()) + Number(leftOut ?? 0);
  }

  /** Undefined when there are more than the broker can list. */
  private modifiedIn({ from, to, offset }: Window): Promise<Entity[] | undefined> {
    return unlessTooWide(async () => {
      const { entities } = await this.broker.queryEntities({
        type: CITIZEN_REPORT,
        where: [{ attribute: 'dateModified', from: new Date(from), to: new Date(to) }],
        orderBy: { attribute: 'dateModified', direction: 'asc' },
        limit: PAGE,
        offset,
      });
      return entities;
    });
  }

  private async page(offset: number): Promise<EntityPage | undefined> {
    const page = await unlessTooWide(() =>
      this.broker.queryEntities({ type: CITIZEN_REPORT, limit: PAGE, offset }),
    );
    if (page === undefined) {
      this.logger.warn(
        'the broker has more reports than it can list: what others write without dateModified, or delete, goes unnoticed',
      );
    }
    return page;
  }

  private async noteLeftOut(count: string, isComplete: boolean): Promise<boolean> {
    await this.state.set('reports_left_out', count);
    return isComplete;
  }

  /** Those too that say nothing any more. @returns how many of them are worth indexing. */
  private async queueDiffering(entities: readonly Entity[]): Promise<number> {
    const pieces = entities.map(reportPiece).filter((piece) => piece !== undefined);
    const stored = await this.pieces.find(entities.map(({ id }) => pieceKey({ type: CITIZEN_REPORT, id })));
    const storedBy = new Map(stored.map((row) => [row.key, row]));
    const withWords = new Set(pieces.map(({ id }) => id));
    await this.queue.add([
      ...pieces.filter((piece) => !isStored(piece, storedBy.get(pieceKey(piece)))),
      ...stored.filter(({ id }) => !withWords.has(id)),
    ]);
    return pieces.length;
  }

  /** Those between two ids that the index has and the broker has not. */
  private async queueVanished(after: string, upTo: string | undefined, there: Set<string>): Promise<void> {
    const rows = await this.pieces.reportsBetween(after, upTo);
    await this.queue.add(rows.filter(({ id }) => !there.has(id)));
  }
}

/** A span of time in milliseconds since 1970, of which as many reports have been looked at. */
interface Window {
  from: number;
  to: number;
  offset: number;
}

async function unlessTooWide<T>(query: () => Promise<T>): Promise<T | undefined> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof QueryTooWideError) return undefined;
    throw error;
  }
}

function modifiedAt(report: Entity | undefined): number | undefined {
  const attribute = report && attributeOf(report, 'dateModified');
  const value = attribute && plainValue(attribute);
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : time;
}
