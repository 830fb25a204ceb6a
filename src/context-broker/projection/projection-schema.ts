import { identifier } from '../../common/sqlite/database';
import { BAND_DEGREES, PLACE_COLUMNS } from './place';
import { MISSING_SQL, orderColumn, type Projection, rankColumn, STRETCH_BITS } from './projection';

/** Statements that make the tables of a projection and the triggers that count facets. */
export function projectionTables(projection: Projection): string {
  const { table, facets, profile, ranked } = projection;
  const columns = [
    'entity INTEGER PRIMARY KEY REFERENCES entity (pk)',
    'id TEXT NOT NULL',
    ...[...profile.values, ...profile.times].map((name) => `${identifier(name)} ANY`),
    ...ranked.map((order) => `${rankColumn(order)} INTEGER`),
    ...PLACE_COLUMNS.map((column) => `${column} ANY`),
  ];
  // The comment makes it another definition where the bands are of another height.
  const statements = [`CREATE TABLE ${table} (${columns.join(', ')}) STRICT -- bands of ${BAND_DEGREES}°\n`];
  if (facets.length > 0) statements.push(...counterTables(projection), ...countingTriggers(projection));
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
export const projectionRemoval = ({ table, counts, stretchCounts, text }: Projection): string =>
  [table, counts, stretchCounts, text].map((name) => `DROP TABLE IF EXISTS ${name}`).join(';\n');

/** How many entities there are of each combination of keys, which are made of a row of the projection. */
interface Counter {
  table: string;
  keys: { name: string; of: (row: string) => string }[];
  /** Whether a row is counted. */
  counts: (row: string) => string;
}

/** The counters of combinations of facets: of all of them, and of each stretch of the timeline. */
function counters({ counts, stretchCounts, facets, profile }: Projection): Counter[] {
  const keys = facets.map((name) => ({
    name,
    of: (row: string) => `ifnull(${row}.${name}, ${MISSING_SQL})`,
  }));
  const all: Counter = { table: counts, keys, counts: () => 'TRUE' };
  if (profile.timeline === undefined) return [all];
  const time = identifier(profile.timeline);
  const stretch = { name: 'stretch', of: (row: string) => `(${row}.${time} >> ${STRETCH_BITS})` };
  const counted = (row: string) => `typeof(${row}.${time}) IN ('integer', 'real')`;
  return [all, { table: stretchCounts, keys: [stretch, ...keys], counts: counted }];
}

const counterTables = (projection: Projection): string[] =>
  counters(projection).map(({ table, keys }) => {
    const columns = keys.map(({ name }) => `${name} ANY NOT NULL`).join(', ');
    const names = keys.map(({ name }) => name).join(', ');
    return `CREATE TABLE ${table} (${columns}, n INTEGER NOT NULL, PRIMARY KEY (${names})) STRICT, WITHOUT ROWID`;
  });

/** Triggers that keep the counters. */
function countingTriggers(projection: Projection): string[] {
  const { table, facets, profile } = projection;
  const all = counters(projection);
  const add = all.map((counter) => {
    const values = counter.keys.map(({ of }) => of('NEW')).join(', ');
    return `INSERT INTO ${counter.table} SELECT ${values}, 1 WHERE ${counter.counts('NEW')}
      ON CONFLICT DO UPDATE SET n = n + 1`;
  });
  const take = all.flatMap((counter) => {
    const same = counter.keys.map(({ name, of }) => `${name} = ${of('OLD')}`).join(' AND ');
    const where = `${same} AND ${counter.counts('OLD')}`;
    return [
      `UPDATE ${counter.table} SET n = n - 1 WHERE ${where}`,
      `DELETE FROM ${counter.table} WHERE ${where} AND n = 0`,
    ];
  });
  const trigger = (event: string, statements: string[]) =>
    `CREATE TRIGGER ${identifier(`${profile.type} facets ${event}`)} AFTER ${event} ON ${table}
     BEGIN ${statements.join('; ')}; END`;
  const columns = [...facets, ...(profile.timeline === undefined ? [] : [identifier(profile.timeline)])];
  return [
    trigger('INSERT', add),
    trigger('DELETE', take),
    trigger(`UPDATE OF ${columns.join(', ')}`, [...take, ...add]),
  ];
}
