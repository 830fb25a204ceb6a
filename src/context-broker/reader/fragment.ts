import type { SqlValue } from '../../common/sqlite/database';

/** A piece of SQL with the values of its placeholders, in order. */
export interface Fragment {
  sql: string;
  values: SqlValue[];
  /** Whether it reads columns of the entity (alias `e`), which must then be joined. */
  readsEntity: boolean;
}

export const fragment = (sql: string, ...values: SqlValue[]): Fragment => ({
  sql,
  values,
  readsEntity: false,
});

export const entityFragment = (sql: string, ...values: SqlValue[]): Fragment => ({
  sql,
  values,
  readsEntity: true,
});

/** The fragments joined by `AND` or `OR`, in parentheses. */
export function joined(operator: 'AND' | 'OR', fragments: readonly Fragment[]): Fragment {
  return {
    sql: `(${fragments.map(({ sql }) => sql).join(` ${operator} `)})`,
    values: fragments.flatMap(({ values }) => values),
    readsEntity: fragments.some(({ readsEntity }) => readsEntity),
  };
}

/** What holds where the fragment does not, or says nothing. */
export const negated = (condition: Fragment): Fragment => ({
  ...condition,
  sql: `NOT coalesce((${condition.sql}), 0)`,
});

/** As many placeholders as there are values, separated by commas. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** The path of an entity's attribute for SQLite's JSON operators; names have no quotes. */
export const attributePath = (name: string): string => `$."${name}"`;
