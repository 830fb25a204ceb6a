/** A point in time in microseconds since 1970-01-01T00:00:00Z; exact in a double until the year 2255. */
export type Microseconds = number;

const DATE_TIME =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:[.,](\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A Date or DateTime of ISO 8601, in UTC when it names no zone; undefined when the text is neither. */
export function parseDateTime(text: string): Microseconds | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, date = '', time = '00:00:00', fraction = '', zone = 'Z'] = match;
  const milliseconds = Date.parse(
    `${date}T${time}${zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone}`,
  );
  if (Number.isNaN(milliseconds) || !isInMonth(date)) return undefined;
  return milliseconds * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:[.,](\d{1,9}))?(?:Z|\+00:?00)?$/;

/** A time of day of ISO 8601, in UTC, as microseconds since midnight; undefined when the text is none. */
export function parseTime(text: string): Microseconds | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [, hours, minutes, seconds, fraction = ''] = match;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1_000_000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** Whether the text is a DateTime in UTC, as values with a time of their own are written (clause 4.6.3). */
export const isUtcDateTime = (text: string): boolean =>
  text.includes('T') && !/[+-]\d{2}:?\d{2}$/.test(text) && parseDateTime(text) !== undefined;

/** Date.parse takes 30 February for a day in March. */
function isInMonth(date: string): boolean {
  const day = Number(date.slice(8));
  return day <= 28 || new Date(`${date}T00:00:00Z`).getUTCDate() === day;
}

/** ISO 8601 in UTC, with six decimals. */
export function formatDateTime(at: Microseconds): string {
  const milliseconds = Math.floor(at / 1000);
  const rest = String(at - milliseconds * 1000).padStart(3, '0');
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${rest}Z`;
}
