import { Database } from '../../common/sqlite/database';
import {
  type AttributeUse,
  summarizeAttributes,
  summarizeTypes,
  type TypeSummary,
} from '../discovery/type-summary';
import type { IndexProfile } from '../index-profile';
import { Projection } from '../projection/projection';
import type { TemporalExtent, TemporalFilter, TemporalPage, TemporalQuery } from '../temporal/temporal-query';
import { TemporalReader } from '../temporal/temporal-reader';
import type { Cancellation } from './cancellation';
import { assertAnswerable } from './answer-size';
import type { EntitySelection, EntityVersion, PageQuery } from './entity-selection';
import { facetLead } from './facets';
import { fragment, type Fragment } from './fragment';
import { NO_ROWS, PACKED_COLUMNS, type PackedPage, type PackedRows } from './packed-page';
import { type Plan, planSelection, singleType } from './plan';
import { furtherKeys, orderBy, type SortKey, sortKey } from './sort-key';
import { defineSqlFunctions, goesOn } from './sql-functions';
import { Totals } from './totals';

/** How much dearer it is to collect and sort a row than to pass it over in an index. */
const GATHER_COST = 8;

/** Answers queries from a read-only connection to a broker's store. */
export class StoreReader {
  private readonly database: Database;
  private readonly temporal: TemporalReader;
  private readonly totals: Totals;
  private readonly projections: ReadonlyMap<string, Projection>;

  constructor(file: string, profiles: readonly IndexProfile[], cancellation: Cancellation) {
    this.database = new Database(file, { readOnly: true });
    this.database.exec('PRAGMA cache_size = -32000');
    this.projections = new Map(profiles.map((profile) => [profile.type, new Projection(profile)]));
    this.temporal = new TemporalReader(this.database);
    this.totals = new Totals(this.database);
    defineSqlFunctions(this.database, cancellation);
  }

  /** A page and, when asked for, the count, both of one state of the store. */
  queryEntities(query: PageQuery): PackedPage {
    return this.database.transaction(() => this.page(query), 'DEFERRED');
  }

  /** A page of entities with their history. */
  queryHistory(query: TemporalQuery): TemporalPage {
    return this.database.transaction(() => this.temporal.query(query), 'DEFERRED');
  }

  /** The history of one entity; undefined when there is none of this id. */
  retrieveHistory(id: string, filter: TemporalFilter, extent: TemporalExtent): TemporalPage | undefined {
    return this.database.transaction(() => this.temporal.retrieve(id, filter, extent), 'DEFERRED');
  }

  /** Whether an entity has, or had, one of the attributes. */
  hadAttributes(id: string, attributes: readonly string[]): boolean {
    return this.temporal.hasAny(id, attributes);
  }

  /** How many entities of the type there are for each value of an attribute. */
  countByValue(type: string, attribute: string, values: readonly string[]): Record<string, number> {
    const count = (value: string) =>
      this.page({
        types: [[type]],
        query: {
          kind: 'condition',
          path: { attribute, subAttributes: [], members: [] },
          comparison: { operator: '==', operands: [{ kind: 'string', value }] },
        },
        limit: 0,
        offset: 0,
        count: true,
      }).total ?? 0;
    return this.database.transaction(
      () => Object.fromEntries(values.map((value) => [value, count(value)])),
      'DEFERRED',
    );
  }

  /** Which entities are meant, and of when they are, in the order of their ids, from behind one of them on. */
  selectVersions(selection: EntitySelection, after: string, limit: number): EntityVersion[] {
    return this.database.transaction(() => {
      const plan = this.plan(selection, this.projectionOf(selection));
      plan.filters.push(fragment(`${plan.subject.id} > ?`, after));
      const { sql, values } = from(plan);
      return this.database.all<EntityVersion>(
        `SELECT entity.id, entity.modified_at
         FROM (SELECT ${plan.subject.pk} AS pk ${sql} ORDER BY ${plan.subject.id} LIMIT ?) page
         JOIN entity ON entity.pk = page.pk ORDER BY entity.id`,
        ...values,
        limit,
      );
    }, 'DEFERRED');
  }

  /** The types of all entities, or one of them. */
  summarizeTypes(only?: string): TypeSummary[] {
    return summarizeTypes(this.database, only);
  }

  /** The attributes of all entities, or one of them. */
  summarizeAttributes(only?: string): AttributeUse[] {
    return summarizeAttributes(this.database, only);
  }

  close(): void {
    this.database.close();
  }

  private page(query: PageQuery): PackedPage {
    const projection = this.projectionOf(query);
    const plan = this.plan(query, projection);
    const key = sortKey(plan, query.order, projection);
    const walkable = key.index === undefined || query.further !== undefined ? undefined : withoutLead(plan);
    const known =
      this.totals.of(query, plan, projection) ??
      (walkable && query.count ? this.totals.ofLead(plan) : undefined);
    const readsEntity = plan.filters.some((filter) => filter.readsEntity);

    if (walkable === undefined || (query.count && known === undefined && readsEntity)) {
      return this.gather(plan, key, query);
    }
    const total = known ?? (query.count ? this.count(plan) : undefined);
    const counted = query.count ? { total } : {};
    if (query.limit === 0 || query.offset >= (total ?? Infinity)) return { rows: NO_ROWS, ...counted };
    if (projection !== undefined && total !== undefined && this.gatheringIsCheaper(query, total)) {
      return { rows: this.gatherMatching(plan, key, query, projection), ...counted };
    }
    return { rows: this.walk(walkable, key, query), ...counted };
  }

  private plan(selection: EntitySelection, projection: Projection | undefined): Plan {
    const overdueAt = this.overdueAt();
    return planSelection(selection, {
      projection,
      hasUndecided: (column) => projection !== undefined && this.totals.hasUndecided(projection, column),
      ...(overdueAt !== undefined && { overdueAt }),
    });
  }

  /** The present, when there is something whose time is over: it is on its way out of the store. */
  private overdueAt(): number | undefined {
    const now = Date.now() * 1000;
    const overdue = this.database.get('SELECT 1 FROM entity WHERE expires_at <= ? LIMIT 1', now);
    return overdue === undefined ? undefined : now;
  }

  private projectionOf(selection: EntitySelection): Projection | undefined {
    const type = singleType(selection);
    return type === undefined || selection.ids !== undefined ? undefined : this.projections.get(type);
  }

  /** Walking through the order passes over all rows that do not match until the page is full. */
  private gatheringIsCheaper({ types, limit, offset }: PageQuery, total: number): boolean {
    const passed = (this.totals.ofType(types?.[0]?.[0] ?? '') * (offset + limit)) / Math.max(total, 1);
    return total * GATHER_COST < passed;
  }

  private count(plan: Plan): number {
    const { sql, values } = from(plan);
    return this.database.get<{ n: number }>(`SELECT count(*) AS n ${sql}`, ...values)?.n ?? 0;
  }

  /** Reads an index in the order of the page until the page is full. */
  private walk(plan: Plan, key: SortKey, { limit, offset }: PageQuery): PackedRows {
    const { sql, values } = from({ ...plan, index: key.index || undefined }, [key.expression]);
    const found = this.database.get<{ keys: string }>(
      `SELECT json_group_array(pk) AS keys FROM (
         SELECT ${plan.subject.pk} AS pk ${sql} ${orderBy(plan, key)} LIMIT ? OFFSET ?
       )`,
      ...values,
      ...key.expression.values,
      limit,
      offset,
    );
    return this.entities(found?.keys ?? '[]');
  }

  /** Collects what matches by facets, or by whatever index SQLite takes for it, then sorts it. */
  private gatherMatching(plan: Plan, key: SortKey, query: PageQuery, projection: Projection): PackedRows {
    if (!plan.facetsOnly) return this.gather(plan, key, query).rows;
    const { lead, join } = facetLead(plan, projection);
    return this.gather({ ...plan, lead, leadJoin: join, index: projection.facetIndex }, key, query).rows;
  }

  /** Collects everything that matches, counts and sorts it. */
  private gather(plan: Plan, key: SortKey, query: PageQuery): PackedPage {
    const keys = [key, ...furtherKeys(plan, query.further)];
    const expressions = keys.map(({ expression }) => expression);
    const { sql, values } = from(plan, expressions);
    const columns = expressions.map((expression, at) => `${expression.sql} AS sort_key_${at}`);
    const order = keys.map(({ direction }, at) => `sort_key_${at} ${direction} NULLS LAST`);
    const hits = fragment(
      `SELECT ${plan.subject.pk} AS pk, ${plan.subject.id} AS id, ${columns.join(', ')} ${sql}`,
      ...expressions.flatMap((expression) => expression.values),
      ...values,
    );
    const found = this.database.get<{ total: number; keys: string }>(
      `WITH hit AS MATERIALIZED (${hits.sql})
       SELECT (SELECT count(*) FROM hit) AS total, json_group_array(pk) AS keys
       FROM (SELECT pk FROM hit ORDER BY ${order.join(', ')}, id ${key.direction} LIMIT ? OFFSET ?)`,
      ...hits.values,
      query.limit,
      query.offset,
    );
    const rows = this.entities(found?.keys ?? '[]');
    return { rows, ...(query.count && { total: found?.total ?? 0 }) };
  }

  /** The entities of these keys, which are in JSON, in their order. */
  private entities(keys: string): PackedRows {
    const of = 'FROM json_each(?) page CROSS JOIN entity ON entity.pk = page.value';
    const size = this.database.get<{ bytes: number | null }>(
      `SELECT sum(octet_length(body)) AS bytes ${of}`,
      keys,
    );
    assertAnswerable(size?.bytes ?? 0);
    return this.database.get<PackedRows>(`SELECT ${PACKED_COLUMNS} ${of}`, keys) ?? NO_ROWS;
  }
}

/** The plan with a condition in the place of its lead, if that is all that entities are chosen by. */
function withoutLead(plan: Plan): Plan | undefined {
  const { lead, leadAsFilter, filters } = plan;
  if (lead === undefined) return plan;
  if (leadAsFilter === undefined || filters.length > 0) return undefined;
  return { ...plan, lead: undefined, leadJoin: '', filters: [leadAsFilter] };
}

/** The tables and conditions of a plan; the entity is joined only where it is read. */
function from(plan: Plan, further: readonly Fragment[] = []): Fragment {
  const { subject, lead, index, filters } = plan;
  const joins: string[] = [];
  if (lead !== undefined) joins.push(`${lead.sql} CROSS JOIN`);
  joins.push(`${subject.table}${index === undefined ? '' : ` INDEXED BY ${index}`}`);
  if (lead !== undefined) joins.push(`ON ${plan.leadJoin}`);
  const readsEntity = [...filters, ...further].some((filter) => filter.readsEntity);
  if (readsEntity && subject.pk !== 'e.pk') joins.push(`CROSS JOIN entity e ON e.pk = ${subject.pk}`);
  const where = [...filters.map(({ sql }) => sql), goesOn(subject.pk)].join(' AND ');
  return fragment(
    `FROM ${joins.join(' ')} WHERE ${where}`,
    ...(lead?.values ?? []),
    ...filters.flatMap(({ values }) => values),
  );
}
