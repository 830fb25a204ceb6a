import type { Microseconds } from '../model/date-time';

/** A duration of ISO 8601; months have no fixed length. */
export interface Duration {
  months: number;
  microseconds: Microseconds;
}

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
const DURATION =
  /^P(?=[\dT])(?:(\d+)W|(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d{1,6})?)S)?)?)$/;

/** The longest that makes sense: ten thousand years. */
const MAX_MONTHS = 120_000;

/**
 * A duration such as `PT1H`, `P1M` or `P2W` (ETSI GS CIM 009, clause 4.5.19); undefined when the text is none, or more
 * than ten thousand years.
 */
export function parseDuration(text: string): Duration | undefined {
  const match = DURATION.exec(text);
  if (match === null || text.length > 64) return undefined;
  const [weeks = 0, years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number((part ?? '0').replace(',', '.')));
  const duration = {
    months: years * 12 + months,
    microseconds: Math.round(
      (weeks * 7 + days) * DAY + (hours * 3600 + minutes * 60) * SECOND + seconds * SECOND,
    ),
  };
  const isSensible = duration.months <= MAX_MONTHS && duration.microseconds <= MAX_MONTHS * 30 * DAY;
  return isSensible ? duration : undefined;
}

export const isZero = ({ months, microseconds }: Duration): boolean => months === 0 && microseconds === 0;

/** The end of so many durations one after another; the last day of a month stands for those that it does not have. */
export function after(start: Microseconds, { months, microseconds }: Duration, count: number): Microseconds {
  return inMonths(start, months * count) + microseconds * count;
}

function inMonths(start: Microseconds, months: number): Microseconds {
  if (months === 0) return start;
  const date = new Date(Math.floor(start / 1000));
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  const midnight = Date.UTC(date.getUTCFullYear(), month, day) * 1000;
  return midnight + (((start % DAY) + DAY) % DAY);
}
