import { identifier, type SqlValue } from '../../common/sqlite/database';
import type { IndexedOrder, IndexProfile } from '../index-profile';
import type { Entity } from '../model/entity';
import { instancesOf } from '../model/normalize-entity';
import { foldText } from './fold-text';
import { PLACE_COLUMNS, placeOf } from './place';
import { projectedString, projectedTime } from './projected-value';

/** Stands for a missing facet in the counts, where NULL could not be part of a key. */
export const MISSING_SQL = `X'00'`;

/** The names and the SQL of what is kept for one index profile. */
export class Projection {
  readonly table: string;
  readonly counts: string;
  readonly text: string;

  constructor(readonly profile: IndexProfile) {
    this.table = identifier(`projection ${profile.type}`);
    this.counts = identifier(`facet_count ${profile.type}`);
    this.text = identifier(`text ${profile.type}`);
  }

  get columns(): string[] {
    const { values, times } = this.profile;
    return [...[...values, ...times].map(identifier), ...this.ranked.map(rankColumn), ...PLACE_COLUMNS];
  }

  get ranked(): IndexedOrder[] {
    return this.profile.orders.filter(({ ranks }) => ranks !== undefined);
  }

  get facets(): string[] {
    return this.profile.facets.map(identifier);
  }

  get textColumns(): string[] {
    return this.profile.text.map(identifier);
  }

  /** The column and the index that give pages in this order; undefined when there are none. */
  order(attribute: string, ranks?: readonly string[]): { column: string; index: string } | undefined {
    const order = this.profile.orders.find(
      (candidate) => candidate.attribute === attribute && sameRanks(candidate.ranks, ranks),
    );
    return order && { column: orderColumn(order), index: this.orderIndex(order) };
  }

  /** What the table holds for an entity, in the order of {@link columns}. */
  row(entity: Entity): SqlValue[] {
    const { values, times } = this.profile;
    return [
      ...values.map((name) => projectedString(instancesOf(entity, name))),
      ...times.map((name) => projectedTime(instancesOf(entity, name))),
      ...this.ranked.map(({ attribute, ranks = [] }) =>
        rankOf(projectedString(instancesOf(entity, attribute)), ranks),
      ),
      ...placeOf(entity),
    ];
  }

  /** The folded texts of an entity, in the order of the profile. */
  texts(entity: Entity): string[] {
    return this.profile.text.map((name) =>
      instancesOf(entity, name)
        .map(({ value }) => value)
        .filter((value) => typeof value === 'string')
        .map(foldText)
        .join(' '),
    );
  }

  /** Statements that make the tables, their indexes and the triggers that count facets. */
  get definition(): string {
    const { values, times, orders, facets, text } = this.profile;
    const sorted = orders.map(({ attribute }) => attribute);
    const looked = [
      ...values.filter((name) => !facets.includes(name)),
      ...times.filter((name) => !sorted.includes(name)),
    ];
    return [
      `CREATE TABLE ${this.table} (
         entity INTEGER PRIMARY KEY REFERENCES entity (pk),
         id TEXT NOT NULL,
         ${[...values, ...times].map((name) => `${identifier(name)} ANY`).join(', ')}
         ${this.ranked.map((order) => `, ${rankColumn(order)} INTEGER`).join('')}
         ${PLACE_COLUMNS.map((column) => `, ${column} ANY`).join('')}
       ) STRICT`,
      this.index(this.idIndex, ['id', ...this.facets]),
      // The facets make each index sufficient for walking through it with a filter on them.
      ...orders.map((order) =>
        this.index(this.orderIndex(order), [orderColumn(order), 'id', ...this.facets]),
      ),
      // With all that pages are sorted and filtered by, so that a place is read from one end to the other.
      this.index(this.placeIndex, [
        ...PLACE_COLUMNS,
        ...this.facets,
        ...orders.map(orderColumn).filter((column) => !this.facets.includes(column)),
        'id',
      ]),
      ...looked.map((name) =>
        this.index(identifier(`${this.profile.type} by value ${name}`), [identifier(name)]),
      ),
      ...(facets.length > 0 ? this.facetDefinition : []),
      ...(text.length > 0 ? [this.textDefinition] : []),
    ].join(';\n');
  }

  /** Statements that take everything away again. */
  get removal(): string {
    return `DROP TABLE IF EXISTS ${this.table}; DROP TABLE IF EXISTS ${this.counts}; DROP TABLE IF EXISTS ${this.text}`;
  }

  /** The index over all facets, with which the entities of a combination are found. */
  get facetIndex(): string {
    return identifier(`${this.profile.type} by facets`);
  }

  /** The index that gives pages in the order of the ids. */
  get idIndex(): string {
    return identifier(`${this.profile.type} by id`);
  }

  /** The index that gives the entities of a place. */
  get placeIndex(): string {
    return identifier(`${this.profile.type} by place`);
  }

  private orderIndex({ attribute, ranks }: IndexedOrder): string {
    return identifier(`${this.profile.type} by ${attribute}${ranks ? ' rank' : ''}`);
  }

  private index(name: string, columns: string[]): string {
    return `CREATE INDEX ${name} ON ${this.table} (${columns.join(', ')})`;
  }

  private get facetDefinition(): string[] {
    const key = this.facets.join(', ');
    const values = (row: string) => this.facets.map((facet) => `ifnull(${row}.${facet}, ${MISSING_SQL})`);
    const add = `INSERT INTO ${this.counts} VALUES (${values('NEW').join(', ')}, 1)
                 ON CONFLICT DO UPDATE SET n = n + 1`;
    const where = this.facets.map((facet, at) => `${facet} = ${values('OLD')[at]}`).join(' AND ');
    const take = `UPDATE ${this.counts} SET n = n - 1 WHERE ${where};
                  DELETE FROM ${this.counts} WHERE ${where} AND n = 0`;
    const trigger = (event: string, body: string) =>
      `CREATE TRIGGER ${identifier(`${this.profile.type} facets ${event}`)} AFTER ${event} ON ${this.table}
       BEGIN ${body}; END`;
    return [
      `CREATE TABLE ${this.counts} (${this.facets.map((facet) => `${facet} ANY NOT NULL`).join(', ')},
         n INTEGER NOT NULL, PRIMARY KEY (${key})) STRICT, WITHOUT ROWID`,
      this.index(this.facetIndex, this.facets),
      trigger('INSERT', add),
      trigger('DELETE', take),
      trigger(`UPDATE OF ${key}`, `${take}; ${add}`),
    ];
  }

  /** Without the texts themselves: they are in the entities. */
  private get textDefinition(): string {
    return `CREATE VIRTUAL TABLE ${this.text} USING fts5 (
      ${this.textColumns.join(', ')},
      content = '', contentless_delete = 1, detail = column,
      tokenize = 'unicode61 remove_diacritics 0'
    )`;
  }
}

const rankColumn = ({ attribute }: IndexedOrder): string => identifier(`${attribute} rank`);

const orderColumn = (order: IndexedOrder): string =>
  order.ranks === undefined ? identifier(order.attribute) : rankColumn(order);

const sameRanks = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

function rankOf(value: SqlValue, ranks: readonly string[]): number | null {
  const rank = typeof value === 'string' ? ranks.indexOf(value) : -1;
  return rank === -1 ? null : rank;
}
