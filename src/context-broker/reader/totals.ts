import { type Database, identifier } from '../../common/sqlite/database';
import { UNDECIDED_SQL } from '../projection/projected-value';
import { type Projection, STRETCH_BITS } from '../projection/projection';
import type { PageQuery } from './entity-selection';
import { facetCells } from './facets';
import type { Fragment } from './fragment';
import { type Plan, singleType, type TimeSpan } from './plan';
import { goesOn } from './sql-functions';

/** The stretch of a timeline that a time falls into, and the time with which one begins. */
const stretchOf = (time: number): number => Math.floor(time / 2 ** STRETCH_BITS);
const startOf = (stretch: number): number => stretch * 2 ** STRETCH_BITS;

/** Totals that are known without looking at every entity that is counted. */
export class Totals {
  constructor(private readonly database: Database) {}

  /** The total where it is kept: of a type, and of combinations of facets. */
  of(query: PageQuery, plan: Plan, projection: Projection | undefined): number | undefined {
    if (plan.hasOverdue) return undefined;
    const unfiltered =
      Object.keys(query).every((name) => ['types', 'order', 'limit', 'offset', 'count'].includes(name)) ||
      (plan.facetsOnly && plan.facets.length === 0);
    if (unfiltered && (query.types === undefined || singleType(query) !== undefined)) {
      return this.ofType(singleType(query) ?? '');
    }
    if (projection === undefined || !(plan.facetsOnly || plan.span !== undefined)) return undefined;
    const cells = facetCells(plan.facets);
    const undecided = plan.facets.map(({ column }) => `${column} = ${UNDECIDED_SQL}`).join(' OR ') || 'FALSE';
    const found = this.database.get<{ total: number | null; undecided: number | null }>(
      `SELECT sum(n) AS total, max(${undecided}) AS undecided FROM ${projection.counts} WHERE ${cells.sql}`,
      ...cells.values,
    );
    if (found?.undecided === 1) return undefined;
    return plan.span === undefined ? (found?.total ?? 0) : this.within(plan.span, cells, projection);
  }

  /** How many entities a lead gives that leads to all that are meant. */
  ofLead({ lead }: Plan): number | undefined {
    if (lead === undefined) return undefined;
    const sql = `SELECT count(*) AS n FROM ${lead.sql} WHERE ${goesOn('entity')}`;
    return this.database.get<{ n: number }>(sql, ...lead.values)?.n;
  }

  /** How many entities of the type there are; the empty type stands for all. */
  ofType(type: string): number {
    return this.database.get<{ n: number }>('SELECT n FROM entity_count WHERE type = ?', type)?.n ?? 0;
  }

  /** Whether a projection leaves a column of some entity undecided, which a count by it would then miss. */
  hasUndecided(projection: Projection, column: string): boolean {
    const sql = `SELECT 1 FROM ${projection.table} WHERE ${column} = ${UNDECIDED_SQL} LIMIT 1`;
    return this.database.get(sql) !== undefined;
  }

  /** How many entities of these facets fall into the span: whole stretches are counted already, its ends are not. */
  private within({ from, to }: TimeSpan, cells: Fragment, projection: Projection): number | undefined {
    const { profile, stretchCounts, table } = projection;
    if (profile.timeline === undefined) return undefined;
    const timeline = identifier(profile.timeline);
    const index = projection.order(profile.timeline)?.index;
    if (index === undefined || this.hasUndecided(projection, timeline)) return undefined;
    const sum = (sql: string, ...values: number[]) =>
      this.database.get<{ n: number | null }>(`${sql} AND ${cells.sql}`, ...values, ...cells.values)?.n ?? 0;
    const end = (first: number, last: number) =>
      sum(
        `SELECT count(*) AS n FROM ${table} p INDEXED BY ${index}
         WHERE ${timeline} BETWEEN ? AND ? AND ${goesOn('p.entity')}`,
        first,
        last,
      );
    const [first, last] = [stretchOf(from), stretchOf(to)];
    if (from > to) return 0;
    if (first === last) return end(from, to);
    const between = `SELECT sum(n) AS n FROM ${stretchCounts} WHERE stretch > ? AND stretch < ?`;
    return (
      sum(between, first, last) +
      (first === -Infinity ? 0 : end(from, startOf(first + 1) - 1)) +
      (last === Infinity ? 0 : end(startOf(last), to))
    );
  }
}
