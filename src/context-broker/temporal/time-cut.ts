import type { CoveredTime, InstanceRow, TemporalEntity, TemporalFilter } from './temporal-query';

/** The time of an instance that is asked about; when it was written where it was not observed. */
export function timeOf(row: InstanceRow, { timeProperty }: Pick<TemporalFilter, 'timeProperty'>): number {
  if (timeProperty === 'createdAt') return row.created_at;
  return timeProperty === 'observedAt' ? (row.observed_at ?? row.modified_at) : row.modified_at;
}

/**
 * Where an answer ends when attributes have more instances than it may have of each (ETSI GS CIM 009, clause 6.3.10):
 * at the same point in time for all attributes of all entities, so that a client can go on from there. With `lastN`
 * the answer goes back in time.
 */
export class TimeCut {
  private at: number | undefined;

  constructor(
    private readonly filter: TemporalFilter,
    private readonly pageSize: number,
  ) {}

  /** How many instances of an attribute to read: one more than can be shown tells that some are cut off. */
  get limit(): number {
    return Math.min(this.filter.lastN ?? Infinity, this.pageSize + 1);
  }

  /** Notes how far an attribute's instances go, the first that can be shown first. */
  consider(rows: readonly InstanceRow[]): void {
    const last = rows[this.pageSize - 1];
    if (rows.length <= this.pageSize || last === undefined) return;
    const time = timeOf(last, this.filter);
    this.at = this.at === undefined ? time : this.nearer(this.at, time);
  }

  /** Cuts the entities, and gives the time that is covered; undefined when nothing was to be cut. */
  apply(entities: readonly TemporalEntity[]): CoveredTime | undefined {
    const { at } = this;
    if (at === undefined) return undefined;
    const isBack = this.filter.lastN !== undefined;
    const isShown = (row: InstanceRow) =>
      isBack ? timeOf(row, this.filter) >= at : timeOf(row, this.filter) <= at;
    const times: number[] = [];
    for (const entity of entities) {
      const emptied = new Map(entity.instances.map((row) => [row.attribute, row]));
      entity.instances = entity.instances.filter(isShown);
      for (const row of entity.instances) {
        emptied.delete(row.attribute);
        times.push(timeOf(row, this.filter));
      }
      entity.emptied = [...emptied.values()];
    }
    const earliest = times.reduce((least, time) => Math.min(least, time), Infinity);
    const latest = times.reduce((most, time) => Math.max(most, time), -Infinity);
    return isBack
      ? { start: this.filter.until ?? latest, end: earliest }
      : { start: this.filter.from ?? earliest, end: latest };
  }

  private nearer(a: number, b: number): number {
    return this.filter.lastN === undefined ? Math.min(a, b) : Math.max(a, b);
  }
}
