import type { Microseconds } from '../model/date-time';
import { after, type Duration, isZero } from './duration';

/** What instances can be aggregated to (ETSI GS CIM 009, clause 4.5.19). */
export const AGGREGATION_METHODS = [
  'totalCount',
  'distinctCount',
  'sum',
  'avg',
  'min',
  'max',
  'stddev',
  'sumsq',
] as const;

export type AggregationMethod = (typeof AGGREGATION_METHODS)[number];

export interface Aggregation {
  methods: AggregationMethod[];
  /** Of each period; zero is one period for all the time. */
  duration: Duration;
}

/** The periods that instances are aggregated in: all of one duration, one after another from a start on. */
export class Periods {
  constructor(
    readonly start: Microseconds,
    readonly duration: Duration,
    /** When the only period ends that a duration of zero stands for. */
    private readonly end: Microseconds,
  ) {}

  /** The length of a period when all have the same, otherwise undefined. */
  get length(): Microseconds | undefined {
    return this.duration.months === 0 ? this.duration.microseconds : undefined;
  }

  startOf(index: number): Microseconds {
    return after(this.start, this.duration, index);
  }

  endOf(index: number): Microseconds {
    return isZero(this.duration) ? this.end : this.startOf(index + 1);
  }

  /** Which period a point in time lies in; it is not before the start. */
  indexOf(time: Microseconds): number {
    if (isZero(this.duration)) return 0;
    const estimated = Math.floor((time - this.start) / averageLength(this.duration));
    let index = Math.max(0, estimated);
    while (index > 0 && this.startOf(index) > time) index -= 1;
    while (this.startOf(index + 1) <= time) index += 1;
    return index;
  }
}

const AVERAGE_MONTH: Microseconds = (365.2425 / 12) * 86_400_000_000;

const averageLength = ({ months, microseconds }: Duration): Microseconds =>
  months * AVERAGE_MONTH + microseconds;
