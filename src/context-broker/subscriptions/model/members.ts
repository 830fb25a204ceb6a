import { badRequestData } from '../../errors';
import { parseDateTime } from '../../model/date-time';
import type { JsonObject, JsonValue } from '../../model/entity';
import { NGSI_LD_NULL } from '../../model/ngsi-ld-null';
import { isObject } from '../../model/normalize-attribute';

const MAX_TEXT = 16_384;
const MAX_ITEMS = 1000;

/** Reads a member's value, or refuses it by the path that leads to it. @throws NgsiLdError BadRequestData */
export type Read<T> = (value: JsonValue, path: string) => T;

export const text: Read<string> = (value, path) => {
  if (typeof value === 'string' && value !== '' && value.length <= MAX_TEXT) return value;
  throw badRequestData(`${path}: must be a text of 1 to ${MAX_TEXT} characters`);
};

export const boolean: Read<boolean> = (value, path) => {
  if (typeof value === 'boolean') return value;
  throw badRequestData(`${path}: must be true or false`);
};

/** A number greater than 0 and at most `maximum`. */
export const positive =
  (maximum: number): Read<number> =>
  (value, path) => {
    if (typeof value === 'number' && value > 0 && value <= maximum) return value;
    throw badRequestData(`${path}: must be a number greater than 0, at most ${maximum}`);
  };

export const dateTime: Read<string> = (value, path) => {
  if (typeof value === 'string' && value.includes('T') && parseDateTime(value) !== undefined) return value;
  throw badRequestData(`${path}: must be a DateTime such as 2026-11-21T10:30:00Z`);
};

export const oneOf =
  <T extends string>(values: readonly T[]): Read<T> =>
  (value, path) => {
    const known = values.find((candidate) => candidate === value);
    if (known !== undefined) return known;
    throw badRequestData(`${path}: must be ${values.join(', ')}`);
  };

export const object: Read<JsonObject> = (value, path) => {
  if (isObject(value)) return value;
  throw badRequestData(`${path}: must be a JSON object`);
};

/** An array that is not empty. */
export const listOf =
  <T>(read: Read<T>): Read<T[]> =>
  (value, path) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ITEMS) {
      throw badRequestData(`${path}: must be an array of 1 to ${MAX_ITEMS} elements`);
    }
    return value.map((item, at) => read(item, `${path}[${at}]`));
  };

/**
 * The members that have a reader, read. Members that no reader knows are left alone, as JSON-LD has it; `null` is no
 * value.
 */
export function readMembers<T>(
  input: JsonObject,
  readers: { [K in keyof T]-?: Read<T[K]> },
  path: string,
): T {
  const names = Object.keys(readers) as (keyof T & string)[];
  const present = names.filter((name) => input[name] !== undefined);
  const members = present.map((name) => {
    const value = input[name] ?? null;
    if (value === null || value === NGSI_LD_NULL) throw badRequestData(`${path}${name}: must not be null`);
    return [name, readers[name](value, `${path}${name}`)];
  });
  return Object.fromEntries(members) as T;
}
