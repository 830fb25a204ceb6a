import type { SqlValue } from '../../common/sqlite/database';
import { fragment, type Fragment, placeholders } from '../reader/fragment';
import { SCOPE } from '../store/history-table';
import type { TemporalFilter, TimeProperty } from './temporal-query';

/** The time of an instance that is looked at, as a column of the history. */
export const TIME_COLUMNS: Record<TimeProperty, string> = {
  observedAt: 'observed_at',
  modifiedAt: 'modified_at',
  createdAt: 'created_at',
  deletedAt: 'modified_at',
};

/** A span of time, with its start and without its end. */
export interface Span {
  from: number;
  until: number;
}

export const isBounded = ({ from, until }: TemporalFilter): boolean =>
  from !== undefined || until !== undefined;

/** The instances of a row's attribute that lie in the time that is asked about, of the datasets that are. */
export function timeConditions(filter: TemporalFilter): Fragment {
  const column = TIME_COLUMNS[filter.timeProperty];
  const sql: string[] = filter.timeProperty === 'deletedAt' ? ['deleted = 1'] : ['TRUE'];
  const values: SqlValue[] = [];
  if (filter.from !== undefined) {
    sql.push(`${column} >= ?`);
    values.push(filter.from);
  }
  if (filter.until !== undefined) {
    sql.push(`${column} < ?`);
    values.push(filter.until);
  }
  if (filter.datasets !== undefined) {
    sql.push(`dataset_id IN (${placeholders(filter.datasets)})`);
    values.push(...filter.datasets);
  }
  return fragment(sql.join(' AND '), ...values);
}

/** As {@link timeConditions}, of the attributes that are asked about. */
export function instanceConditions(filter: TemporalFilter): Fragment {
  const conditions = timeConditions(filter);
  const { attributes } = filter;
  const names =
    attributes === undefined
      ? fragment('attribute <> ?', SCOPE)
      : fragment(`attribute IN (${placeholders(attributes)})`, ...attributes);
  return fragment(`${names.sql} AND ${conditions.sql}`, ...names.values, ...conditions.values);
}

/** The instances of the time in one of the spans. */
export function spanConditions(timeProperty: TimeProperty, spans: readonly Span[] | undefined): Fragment {
  if (spans === undefined) return fragment('TRUE');
  if (spans.length === 0) return fragment('FALSE');
  const column = TIME_COLUMNS[timeProperty];
  return fragment(
    `(${spans.map(() => `(${column} >= ? AND ${column} < ?)`).join(' OR ')})`,
    ...spans.flatMap(({ from, until }) => [from, until]),
  );
}
