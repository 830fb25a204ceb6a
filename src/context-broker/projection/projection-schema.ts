import { identifier } from '../../common/sqlite/database';
import { PLACE_COLUMNS } from './place';
import { MISSING_SQL, orderColumn, type Projection, rankColumn } from './projection';

/** Statements that make the tables of a projection and the triggers that count facets. */
export function projectionTables(projection: Projection): string {
  const { table, counts, facets, profile, ranked } = projection;
  const columns = [
    'entity INTEGER PRIMARY KEY REFERENCES entity (pk)',
    'id TEXT NOT NULL',
    ...[...profile.values, ...profile.times].map((name) => `${identifier(name)} ANY`),
    ...ranked.map((order) => `${rankColumn(order)} INTEGER`),
    ...PLACE_COLUMNS.map((column) => `${column} ANY`),
  ];
  const statements = [`CREATE TABLE ${table} (${columns.join(', ')}) STRICT`];
  if (facets.length > 0) {
    const keys = facets.map((facet) => `${facet} ANY NOT NULL`).join(', ');
    statements.push(
      `CREATE TABLE ${counts} (${keys}, n INTEGER NOT NULL, PRIMARY KEY (${facets.join(', ')})) STRICT, WITHOUT ROWID`,
      ...countingTriggers(projection),
    );
  }
  // Without the texts themselves: they are in the entities.
  if (profile.text.length > 0) {
    statements.push(
      `CREATE VIRTUAL TABLE ${projection.text} USING fts5 (
         ${projection.textColumns.join(', ')},
         content = '', contentless_delete = 1, detail = column, tokenize = 'unicode61 remove_diacritics 0'
       )`,
    );
  }
  return statements.join(';\n');
}

/** Statements that make its indexes, quickest once the tables are filled. */
export function projectionIndexes(projection: Projection): string {
  const { table, facets, profile } = projection;
  const index = (name: string, columns: readonly string[]) =>
    `CREATE INDEX ${name} ON ${table} (${columns.join(', ')})`;
  const sorted = profile.orders.map(({ attribute }) => attribute);
  const looked = [
    ...profile.values.filter((name) => !profile.facets.includes(name)),
    ...profile.times.filter((name) => !sorted.includes(name)),
  ];
  return [
    // The facets make an index sufficient for walking through it with a filter on them.
    index(projection.idIndex, ['id', ...facets]),
    ...profile.orders.map((order) =>
      index(projection.orderIndex(order), [orderColumn(order), 'id', ...facets]),
    ),
    // With all that pages are sorted and filtered by, so that a place is read from one end to the other.
    index(projection.placeIndex, [
      ...PLACE_COLUMNS,
      ...new Set([...facets, ...profile.orders.map(orderColumn)]),
      'id',
    ]),
    ...looked.map((name) => index(identifier(`${profile.type} by value ${name}`), [identifier(name)])),
    ...(facets.length > 0 ? [index(projection.facetIndex, facets)] : []),
  ].join(';\n');
}

/** Statements that take everything away again. */
export const projectionRemoval = ({ table, counts, text }: Projection): string =>
  [table, counts, text].map((name) => `DROP TABLE IF EXISTS ${name}`).join(';\n');

/** Triggers that keep the number of entities of each combination of facets. */
function countingTriggers({ table, counts, facets, profile }: Projection): string[] {
  const values = (row: string) => facets.map((facet) => `ifnull(${row}.${facet}, ${MISSING_SQL})`);
  const old = values('OLD');
  const where = facets.map((facet, at) => `${facet} = ${old[at]}`).join(' AND ');
  const add = `INSERT INTO ${counts} VALUES (${values('NEW').join(', ')}, 1) ON CONFLICT DO UPDATE SET n = n + 1`;
  const take = `UPDATE ${counts} SET n = n - 1 WHERE ${where}; DELETE FROM ${counts} WHERE ${where} AND n = 0`;
  const trigger = (event: string, body: string) =>
    `CREATE TRIGGER ${identifier(`${profile.type} facets ${event}`)} AFTER ${event} ON ${table} BEGIN ${body}; END`;
  return [
    trigger('INSERT', add),
    trigger('DELETE', take),
    trigger(`UPDATE OF ${facets.join(', ')}`, `${take}; ${add}`),
  ];
}
