import type { SqlValue } from '../../common/sqlite/database';
import type { SearchFilters } from '../search-result';

/** The filters as conditions on `search_pieces AS p`, with the values to bind. */
export function filterSql(filters: SearchFilters): { conditions: string[]; values: SqlValue[] } {
  const given = (['type', 'category', 'status'] as const).flatMap((column) => {
    const value = filters[column];
    return value === undefined ? [] : [{ condition: `p.${column} = ?`, value }];
  });
  return { conditions: given.map(({ condition }) => condition), values: given.map(({ value }) => value) };
}
