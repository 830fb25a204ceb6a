import type { Page } from './entity-selection';

/** A page as it comes out of a store. */
export interface PackedPage {
  rows: PackedRows;
  /** As in {@link Page}. */
  total?: number | undefined;
}

/**
 * Entities column by column, null where there are none. To take them row by row out of SQLite, and from one thread to
 * another, costs several times what it costs to read them.
 */
export interface PackedRows {
  /** In lines, as are the next; JSON has none in it. */
  bodies: string | null;
  sys: string | null;
  /** Separated by commas, as are the next. */
  created: string | null;
  modified: string | null;
}

export const NO_ROWS: PackedRows = { bodies: null, sys: null, created: null, modified: null };

/** The columns of the one row that all entities of a page make. */
export const PACKED_COLUMNS = `group_concat(body, char(10)) AS bodies, group_concat(sys, char(10)) AS sys,
  group_concat(created_at) AS created, group_concat(modified_at) AS modified`;

export function unpacked({ rows, ...counted }: PackedPage): Page {
  const [sys, created, modified] = [
    parts(rows.sys, '\n'),
    parts(rows.created, ',').map(Number),
    parts(rows.modified, ',').map(Number),
  ];
  return {
    rows: parts(rows.bodies, '\n').map((body, at) => ({
      body,
      sys: sys[at] ?? '{}',
      created_at: created[at] ?? 0,
      modified_at: modified[at] ?? 0,
    })),
    ...counted,
  };
}

const parts = (text: string | null, separator: string): string[] => text?.split(separator) ?? [];
