import type { Database, SqlValue } from '../../common/sqlite/database';
import { fragment, type Fragment } from '../reader/fragment';
import { goesOn } from '../reader/sql-functions';
import { SCOPE } from '../store/history-table';
import { type Span, spanConditions, TIME_COLUMNS, timeConditions } from './instance-conditions';
import type { InstanceRow, TemporalFilter } from './temporal-query';

const COLUMNS = 'attribute, dataset_id, created_at, modified_at, observed_at, deleted, instance_id, body';

/** Reads the instances of one entity, attribute by attribute, as each has its own place in the indexes. */
export class InstanceReader {
  constructor(private readonly database: Database) {}

  /** The attributes that an entity has or had, of those that are shown. */
  attributesOf(entity: number, { attributes, picked, omitted = [] }: TemporalFilter): string[] {
    return (picked ?? attributes ?? this.allAttributesOf(entity)).filter((name) => !omitted.includes(name));
  }

  private allAttributesOf(entity: number): string[] {
    // Goes from one name to the next in the index, however many instances lie between.
    const names = this.database.all<{ name: string }>(
      `WITH RECURSIVE seen (name) AS (
         SELECT min(attribute) FROM attribute_instance WHERE entity = ?1
         UNION ALL
         SELECT (SELECT min(attribute) FROM attribute_instance WHERE entity = ?1 AND attribute > name)
         FROM seen WHERE name IS NOT NULL
       ) SELECT name FROM seen WHERE name IS NOT NULL`,
      entity,
    );
    return names.map(({ name }) => name).filter((name) => name !== SCOPE);
  }

  /** The first or the last instances of an attribute that are meant, the first or the last one first. */
  read(
    entity: number,
    attribute: string,
    filter: TemporalFilter,
    spans: readonly Span[] | undefined,
    { limit, order }: { limit: number; order: 'ASC' | 'DESC' },
  ): Iterable<InstanceRow> {
    const column = TIME_COLUMNS[filter.timeProperty];
    const conditions = conditionsOf(filter, spans);
    return this.database.iterate<InstanceRow>(
      `SELECT ${COLUMNS} FROM attribute_instance
       WHERE entity = ? AND attribute = ? AND ${conditions.sql} AND ${goesOn('modified_at')}
       ORDER BY ${column} ${order}, modified_at ${order}, dataset_id ${order} LIMIT ?`,
      entity,
      attribute,
      ...conditions.values,
      limit,
    );
  }

  /** What the scope was in the time, and at its start. */
  scopes(
    entity: number,
    { timeProperty, from, until }: TemporalFilter,
    limit: number,
  ): Iterable<InstanceRow> {
    const column = TIME_COLUMNS[timeProperty];
    const sql: string[] = timeProperty === 'deletedAt' ? ['deleted = 1'] : ['TRUE'];
    const values: SqlValue[] = [];
    if (until !== undefined) {
      sql.push(`${column} < ?`);
      values.push(until);
    }
    if (from !== undefined) {
      sql.push(
        `${column} >= coalesce((SELECT max(${column}) FROM attribute_instance
           WHERE entity = ? AND attribute = '${SCOPE}' AND ${column} <= ?), ?)`,
      );
      values.push(entity, from, from);
    }
    return this.database.iterate<InstanceRow>(
      `SELECT ${COLUMNS} FROM attribute_instance WHERE entity = ? AND attribute = '${SCOPE}' AND ${sql.join(' AND ')}
       ORDER BY ${column}, modified_at LIMIT ?`,
      entity,
      ...values,
      limit,
    );
  }

  /** The time of the first or the last instance of attributes that are meant. */
  endOf(
    entity: number,
    attributes: readonly string[],
    filter: TemporalFilter,
    spans: readonly Span[] | undefined,
    order: 'ASC' | 'DESC',
  ): number | undefined {
    const column = TIME_COLUMNS[filter.timeProperty];
    const conditions = conditionsOf(filter, spans);
    const times = attributes.flatMap((attribute) => {
      const found = this.database.get<{ time: number }>(
        `SELECT ${column} AS time FROM attribute_instance
         WHERE entity = ? AND attribute = ? AND ${column} IS NOT NULL AND ${conditions.sql} AND ${goesOn('modified_at')}
         ORDER BY ${column} ${order} LIMIT 1`,
        entity,
        attribute,
        ...conditions.values,
      );
      return found === undefined ? [] : [found.time];
    });
    if (times.length === 0) return undefined;
    return order === 'ASC' ? Math.min(...times) : Math.max(...times);
  }
}

/** Which instances of an attribute are meant. */
export function conditionsOf(filter: TemporalFilter, spans: readonly Span[] | undefined): Fragment {
  const time = timeConditions(filter);
  const valid = spanConditions(filter.timeProperty, spans);
  return fragment(`${time.sql} AND ${valid.sql}`, ...time.values, ...valid.values);
}
