import type { CoveredTime, InstanceRow, TemporalEntity, TemporalFilter } from './temporal-query';

/** The time of an instance that is asked about; undefined where it was not observed. */
function timeOf(row: InstanceRow, { timeProperty }: TemporalFilter): number | undefined {
  if (timeProperty === 'createdAt') return row.created_at;
  return timeProperty === 'observedAt' ? (row.observed_at ?? undefined) : row.modified_at;
}

/**
 * Where an answer ends when attributes have more instances than it may have of each (ETSI GS CIM 009, clause 6.3.10):
 * at the same point in time for all attributes of all entities, so that a client can go on from there. With `lastN`
 * the answer goes back in time. Instances that were not observed are not cut off: no time of observation, from which a
 * client goes on, has them.
 */
export class TimeCut {
  /** Whether the answer goes back in time. */
  private readonly isBack: boolean;
  private at: number | undefined;

  constructor(
    private readonly filter: TemporalFilter,
    private readonly pageSize: number,
  ) {
    this.isBack = filter.lastN !== undefined;
  }

  /**
   * The instances of an attribute as far as an answer may have them, of all in the order in which they can be shown. It
   * has all of one time, however many, as a client goes on from a point in time. Forwards that point is asked for
   * again, so the answer has to get beyond the time that it begins with.
   */
  *within(rows: Iterable<InstanceRow>): Generator<InstanceRow, void, undefined> {
    let count = 0;
    let first: number | undefined;
    let at: number | undefined;
    for (const row of rows) {
      const time = timeOf(row, this.filter);
      if (time !== undefined) {
        const isFull = count >= this.pageSize && time !== at && (this.isBack || at !== first);
        if (isFull && at !== undefined) return this.cutAt(at);
        first ??= time;
        at = time;
        count++;
      }
      yield row;
    }
  }

  /** Cuts the entities, and gives the time that is covered; undefined when nothing was to be cut. */
  apply(entities: readonly TemporalEntity[]): CoveredTime | undefined {
    const { at } = this;
    if (at === undefined) return undefined;
    const isShown = (row: InstanceRow) => {
      const time = timeOf(row, this.filter) ?? at;
      return this.isBack ? time >= at : time <= at;
    };
    const times: number[] = [];
    for (const entity of entities) {
      const emptied = new Map(entity.instances.map((row) => [row.attribute, row]));
      entity.instances = entity.instances.filter(isShown);
      for (const row of entity.instances) {
        emptied.delete(row.attribute);
        times.push(timeOf(row, this.filter) ?? at);
      }
      entity.emptied = [...emptied.values()];
    }
    const earliest = times.reduce((least, time) => Math.min(least, time), Infinity);
    const latest = times.reduce((most, time) => Math.max(most, time), -Infinity);
    return this.isBack
      ? { start: this.filter.until ?? latest, end: earliest }
      : { start: this.filter.from ?? earliest, end: latest };
  }

  private cutAt(time: number): void {
    const nearer = this.isBack ? Math.max : Math.min;
    this.at = this.at === undefined ? time : nearer(this.at, time);
  }
}
