import { ValidationError } from '../common/errors/service-error';
import type { Comparable, Condition, EntityFilter } from './entity-query';

/**
 * The filter of a query as parameters of `GET /ngsi-ld/v1/entities` (ETSI GS CIM 009, clauses 4.9, 4.10 and 6.4.3.2),
 * not yet percent-encoded. Every value is written as a literal of the query language, so that nothing in it is read
 * as syntax.
 *
 * @throws ValidationError when both `near` and `bbox` are given: a request carries one geo-query.
 */
export function filterParameters(filter: EntityFilter): Record<string, string> {
  const terms = [...(filter.where ?? []).flatMap(conditionTerms), ...textTerms(filter.text)];
  return {
    type: filter.type,
    ...(terms.length > 0 && { q: terms.join(';') }),
    ...geoParameters(filter),
  };
}

function conditionTerms(condition: Condition): string[] {
  const attribute = attributeName(condition.attribute);
  if ('oneOf' in condition) {
    if (condition.oneOf.length === 0) {
      throw new RangeError(`a condition on ${attribute} needs at least one value`);
    }
    return [`${attribute}==${condition.oneOf.map(literal).join(',')}`];
  }
  return [
    ...(condition.from === undefined ? [] : [`${attribute}>=${bound(condition.from)}`]),
    ...(condition.to === undefined ? [] : [`${attribute}<=${bound(condition.to)}`]),
  ];
}

/** One group a word: the word, ignoring case, in any of the attributes. */
function textTerms(text: EntityFilter['text']): string[] {
  if (text === undefined) {
    return [];
  }
  const attributes = text.attributes.map(attributeName);
  return text.words.map((word) => {
    const pattern = JSON.stringify(`(?i)${escapePattern(word)}`);
    return `(${attributes.map((attribute) => `${attribute}~=${pattern}`).join('|')})`;
  });
}

function geoParameters({ near, bbox }: EntityFilter): Record<string, string> {
  if (near !== undefined && bbox !== undefined) {
    throw new ValidationError([
      { loc: ['query', 'bbox'], msg: 'cannot be combined with near', type: 'exclusive' },
    ]);
  }
  if (near !== undefined) {
    return {
      georel: `near;maxDistance==${near.maxDistance}`,
      geometry: 'Point',
      coordinates: JSON.stringify([near.longitude, near.latitude]),
    };
  }
  return bbox === undefined ? {} : { georel: 'intersects', ...boxGeometry(bbox) };
}

/** A box across the antimeridian is cut in two there (RFC 7946, section 3.1.9). */
function boxGeometry({ west, south, east, north }: NonNullable<EntityFilter['bbox']>) {
  const ring = (from: number, to: number) => [
    [from, south],
    [to, south],
    [to, north],
    [from, north],
    [from, south],
  ];
  return west <= east
    ? { geometry: 'Polygon', coordinates: JSON.stringify([ring(west, east)]) }
    : { geometry: 'MultiPolygon', coordinates: JSON.stringify([[ring(west, 180)], [ring(-180, east)]]) };
}

/** A quoted string of the query language is a JSON string; numbers and booleans are JSON too. */
function literal(value: Comparable): string {
  return typeof value === 'number' ? bound(value) : JSON.stringify(value);
}

function bound(value: Date | number): string {
  if (value instanceof Date) {
    return value.toISOString();
  }
  if (!Number.isFinite(value)) {
    throw new RangeError(`${value} is no number to compare with`);
  }
  return String(value);
}

function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function attributeName(name: string): string {
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    throw new TypeError(`${JSON.stringify(name)} is no attribute name`);
  }
  return name;
}
