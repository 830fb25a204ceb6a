/** The texts of query parameters as values; undefined where a text is none. */

const DECIMAL = /^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,2})?$/i;

export interface Position {
  longitude: number;
  latitude: number;
}

/** West may exceed east: the box then crosses the antimeridian. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

const numbers = (text: string): number[] =>
  text.split(',', 5).map((part) => (DECIMAL.test(part) ? Number(part) : NaN));

const isWithin = (degrees: number | undefined, most: number): degrees is number =>
  degrees !== undefined && degrees >= -most && degrees <= most;

/** `<longitude>,<latitude>` in degrees. */
export function parsePosition(text: string): Position | undefined {
  const [longitude, latitude, ...rest] = numbers(text);
  if (!isWithin(longitude, 180) || !isWithin(latitude, 90) || rest.length > 0) return undefined;
  return { longitude, latitude };
}

/** `<west>,<south>,<east>,<north>` in degrees. */
export function parseBox(text: string): Box | undefined {
  const [west, south, east, north, ...rest] = numbers(text);
  if (!isWithin(west, 180) || !isWithin(east, 180) || rest.length > 0) return undefined;
  if (!isWithin(south, 90) || !isWithin(north, 90) || south >= north) return undefined;
  return { west, south, east, north };
}

/** The words between spaces. */
export const parseWords = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

function instant(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** `2025-02-30` is none, though Date takes it for the second of March. */
const isDay = (text: string) => instant(`${text}T00:00:00Z`)?.toISOString().startsWith(text) ?? false;

function parseDateTime(text: string): Date | undefined {
  const [, day, , , zone] = DATE_TIME.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  return instant(zone === undefined ? `${text}Z` : text);
}

const isDate = (text: string) => DAY.test(text) && isDay(text);

/** An ISO 8601 date, which begins with its first millisecond, or date-time; without time zone in UTC. */
export const parseStart = (text: string): Date | undefined =>
  isDate(text) ? instant(`${text}T00:00:00.000Z`) : parseDateTime(text);

/** An ISO 8601 date, which ends with its last millisecond, or date-time; without time zone in UTC. */
export const parseEnd = (text: string): Date | undefined =>
  isDate(text) ? instant(`${text}T23:59:59.999Z`) : parseDateTime(text);
