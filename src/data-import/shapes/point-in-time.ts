import { isISO8601 } from 'class-validator';
import type { JsonValue } from '../../ngsi-ld/entity';
import { isObject, RowError } from '../row';

/**
 * A date of ISO 8601, as text or as NGSI-LD DateTime value; in UTC where it names no zone. Undefined when absent.
 *
 * @throws RowError when it is something else.
 */
export function pointInTime(name: string, value: JsonValue | undefined): Date | undefined {
  if (value === undefined || value === null || value === '') {
    return undefined;
  }
  const date = dateOf(value);
  if (date === undefined) {
    throw new RowError(`${name}: must be a date such as 2026-01-31T08:00:00Z`);
  }
  return date;
}

/** As {@link pointInTime}; undefined also when it is something else. */
export function dateOf(value: JsonValue | undefined): Date | undefined {
  const text = isObject(value) && value['@type'] === 'DateTime' ? value['@value'] : value;
  if (typeof text !== 'string') {
    return undefined;
  }
  const iso = text.trim().replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T');
  if (!isISO8601(iso, { strict: true, strictSeparator: true })) {
    return undefined;
  }
  const hasZone = !iso.includes('T') || /(Z|[-+]\d\d(:?\d\d)?)$/i.test(iso);
  const date = new Date(hasZone ? iso : `${iso}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
