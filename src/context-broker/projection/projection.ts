import { identifier, type SqlValue } from '../../common/sqlite/database';
import type { IndexedOrder, IndexProfile } from '../index-profile';
import type { Entity } from '../model/entity';
import { instancesOf } from '../model/normalize-entity';
import { foldText } from '../../common/fold-text';
import { PLACE_COLUMNS, placeOf } from './place';
import { projectedString, projectedTime } from './projected-value';

/** Stands for a missing facet in the counts, where NULL could not be part of a key. */
export const MISSING_SQL = `X'00'`;

/** A stretch of a timeline is 2 to this power in microseconds: about two weeks. */
export const STRETCH_BITS = 40;

/** The names and the SQL of what is kept for one index profile. */
export class Projection {
  readonly table: string;
  readonly counts: string;
  /** Counts by stretches of the profile's timeline. */
  readonly stretchCounts: string;
  readonly text: string;

  constructor(readonly profile: IndexProfile) {
    this.table = identifier(`projection ${profile.type}`);
    this.counts = identifier(`facet_count ${profile.type}`);
    this.stretchCounts = identifier(`stretch_count ${profile.type}`);
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

  orderIndex({ attribute, ranks }: IndexedOrder): string {
    return identifier(`${this.profile.type} by ${attribute}${ranks ? ' rank' : ''}`);
  }
}

/** The column of ranks. */
export const rankColumn = ({ attribute }: IndexedOrder): string => identifier(`${attribute} rank`);

/** The column that an order is by. */
export const orderColumn = (order: IndexedOrder): string =>
  order.ranks === undefined ? identifier(order.attribute) : rankColumn(order);

const sameRanks = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

function rankOf(value: SqlValue, ranks: readonly string[]): number | null {
  const rank = typeof value === 'string' ? ranks.indexOf(value) : -1;
  return rank === -1 ? null : rank;
}
