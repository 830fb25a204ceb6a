import { isCleanText } from '../common/validation/text';
import type { JsonObject, JsonValue } from '../ngsi-ld/entity';

/** One row of a file, or why it could not be read. */
export type ReadRow = { at: string; value: JsonValue } | { at: string; problem: string };

/** What cannot be imported in a row; the message is for the person who made the file. */
export class RowError extends Error {}

/** The file as a whole, or from here on, cannot be read. */
export class FileError extends Error {}

/**
 * The most that one row may hold, in bytes, as it stands in the file and as entity. Well below the request body that
 * brokers take, of which a batch of rows is one.
 */
export const MAX_ROW_BYTES = 1_000_000;

/** A row is data about one thing, not a document. */
const MAX_DEPTH = 64;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Trimmed; undefined when absent, null or blank. Numbers are accepted, as exports write codes as numbers. */
export function textOf(row: JsonObject, name: string): string | undefined {
  const value = row[name];
  if (value === undefined || value === null) {
    return undefined;
  }
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new RowError(`${name}: must be text`);
  }
  return String(value).trim() || undefined;
}

/**
 * Refuses what no broker stores faithfully.
 *
 * @throws RowError
 */
export function checkStorable(value: JsonValue, depth = 0): void {
  if (depth > MAX_DEPTH) {
    throw new RowError(`nested deeper than ${MAX_DEPTH} levels`);
  }
  if (typeof value === 'string') {
    checkText(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      checkText(name);
      if (name === '__proto__') {
        throw new RowError('the name "__proto__" is not allowed');
      }
      checkStorable(member, depth + 1);
    }
  }
}

function checkText(text: string): void {
  if (!isCleanText(text)) {
    throw new RowError('contains control characters or broken Unicode');
  }
}
