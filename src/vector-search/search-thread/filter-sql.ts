import type { SqlValue } from '../../common/sqlite/database';
import type { SearchFilters } from '../search-result';

interface Condition {
  condition: string;
  value: SqlValue;
}

/** A WHERE clause for `search_pieces AS p`, empty when all pieces meet it, with the values to bind. */
export function filterSql(
  filters: SearchFilters,
  ...more: Condition[]
): { where: string; values: SqlValue[] } {
  const given = (['type', 'category', 'status'] as const).flatMap((column) => {
    const value = filters[column];
    return value === undefined ? [] : [{ condition: `p.${column} = ?`, value }];
  });
  const all = [...more, ...given];
  const where = all.length === 0 ? '' : `WHERE ${all.map(({ condition }) => condition).join(' AND ')}`;
  return { where, values: all.map(({ value }) => value) };
}
