import type { Database } from '../../common/sqlite/database';
import { NgsiLdError } from '../errors';
import { AnswerSize } from '../reader/answer-size';
import type { EntitySelection } from '../reader/entity-selection';
import { fragment, joined } from '../reader/fragment';
import { goesOn } from '../reader/sql-functions';
import type { ScopeQuery } from '../query-language/scope-query';
import { AggregateReader } from './aggregate-reader';
import { entityConditions, scopeChangesSql } from './entity-conditions';
import { isBounded, type Span } from './instance-conditions';
import { InstanceReader } from './instance-reader';
import { type ScopeChange, validSpans } from './scope-validity';
import type {
  InstanceRow,
  TemporalEntity,
  TemporalExtent,
  TemporalFilter,
  TemporalPage,
  TemporalQuery,
} from './temporal-query';
import { TimeCut } from './time-cut';

/** Instances that one answer holds at most. */
const MAX_INSTANCES = 100_000;

/** Instances of a time that are few enough to find their entities from them. */
const FEW_INSTANCES = 20_000;

const HEAD = 'entity.pk, id, created_at, modified_at, deleted_at';

type EntityHead = Pick<TemporalEntity, 'id' | 'created_at' | 'modified_at' | 'deleted_at'> & { pk: number };

/** What an answer is made of, and what it may still take in. */
interface Reading extends TemporalExtent {
  filter: TemporalFilter;
  scope?: ScopeQuery;
  cut: TimeCut;
  size: AnswerSize;
  room: number;
}

/** Reads the history of entities, of those too that were deleted. */
export class TemporalReader {
  private readonly instances: InstanceReader;
  private readonly aggregates: AggregateReader;

  constructor(private readonly database: Database) {
    this.instances = new InstanceReader(database);
    this.aggregates = new AggregateReader(database, this.instances);
  }

  /**
   * The evolution of one entity; undefined when there is none of this id.
   *
   * @throws NgsiLdError TooManyResults
   */
  retrieve(id: string, filter: TemporalFilter, extent: TemporalExtent): TemporalPage | undefined {
    const head = this.database.get<EntityHead>(
      `SELECT ${HEAD} FROM entity WHERE id = ?
       AND (body IS NULL OR EXISTS (SELECT 1 FROM attribute_instance WHERE entity = entity.pk))`,
      id,
    );
    return head && { ...this.page([head], reading(filter, extent)), more: false };
  }

  /** Whether an entity has, or had, one of the attributes. */
  hasAny(id: string, attributes: readonly string[]): boolean {
    const sql =
      'SELECT 1 FROM attribute_instance WHERE entity = (SELECT pk FROM entity WHERE id = ?) AND attribute = ? LIMIT 1';
    return attributes.some((attribute) => this.database.get(sql, id, attribute) !== undefined);
  }

  /** @throws NgsiLdError TooManyResults */
  query({ selection, filter, descending, limit, offset, count, ...extent }: TemporalQuery): TemporalPage {
    const conditions = joined('AND', [
      ...this.lead(filter),
      ...entityConditions(selection, filter),
      fragment(goesOn('entity.pk')),
    ]);
    const from = `FROM entity WHERE ${conditions.sql}`;
    const heads = this.database.all<EntityHead>(
      `SELECT ${HEAD} ${from} ORDER BY id ${descending === true ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`,
      ...conditions.values,
      limit === 0 ? 0 : limit + 1,
      offset,
    );
    const shown = this.page(heads.slice(0, limit), reading(filter, extent, selection));
    const page = { ...shown, more: heads.length > limit };
    if (!count) return page;
    const total = this.database.get<{ n: number }>(`SELECT count(*) AS n ${from}`, ...conditions.values);
    return { ...page, total: total?.n ?? 0 };
  }

  /** Few observations lead to their entities; where they are many, nearly every entity has some. */
  private lead(filter: TemporalFilter) {
    if (filter.timeProperty !== 'observedAt' || !isBounded(filter)) return [];
    const { from = -Number.MAX_SAFE_INTEGER, until = Number.MAX_SAFE_INTEGER } = filter;
    const observed = 'FROM attribute_instance WHERE observed_at >= ? AND observed_at < ?';
    const found = this.database.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 ${observed} LIMIT ?)`,
      from,
      until,
      FEW_INSTANCES + 1,
    );
    return (found?.n ?? 0) > FEW_INSTANCES
      ? []
      : [fragment(`entity.pk IN (SELECT entity ${observed})`, from, until)];
  }

  private page(heads: readonly EntityHead[], to: Reading): Omit<TemporalPage, 'more'> {
    const entities = heads.map((head) => this.evolution(head, to));
    const covered = to.cut.apply(entities);
    return { entities, ...(covered && { covered }) };
  }

  private evolution({ pk, ...head }: EntityHead, to: Reading): TemporalEntity {
    const types = this.database.all<{ type: string }>('SELECT type FROM entity_type WHERE entity = ?', pk);
    const spans = to.scope && this.validSpans(pk, to.scope, to.filter);
    const entity: TemporalEntity = {
      ...head,
      types: types.map(({ type }) => type),
      instances: [],
      emptied: [],
    };
    const names = this.instances.attributesOf(pk, to.filter);
    if (to.aggregation !== undefined) {
      entity.aggregated = this.aggregates.read(pk, names, to.filter, spans, to.aggregation, to.room + 1);
      take(to, entity.aggregated.flatMap(({ methods }) => Object.values(methods)).flat().length);
      return entity;
    }
    const order = to.filter.lastN === undefined ? 'ASC' : 'DESC';
    for (const name of names) {
      const limit = Math.min(to.filter.lastN ?? Infinity, to.room + 1);
      const read = this.instances.read(pk, name, to.filter, spans, { limit, order });
      const rows = to.size.collect(to.cut.within(read));
      take(to, rows.length);
      append(entity.instances, order === 'ASC' ? rows : rows.reverse());
    }
    if (to.filter.withoutScope !== true) {
      append(entity.instances, to.size.collect(this.instances.scopes(pk, to.filter, to.room)));
    }
    return entity;
  }

  private validSpans(
    entity: number,
    scope: ScopeQuery,
    { timeProperty, from, until }: TemporalFilter,
  ): Span[] {
    const sql = `SELECT (${scopeChangesSql(timeProperty, '?')}) AS changes`;
    const changes = this.database.get<{ changes: string }>(sql, entity)?.changes ?? '[]';
    const within = { from: from ?? -Number.MAX_SAFE_INTEGER, until: until ?? Number.MAX_SAFE_INTEGER };
    return validSpans(JSON.parse(changes) as ScopeChange[], scope, within);
  }
}

const reading = (
  filter: TemporalFilter,
  extent: TemporalExtent,
  { scope }: EntitySelection = {},
): Reading => ({
  ...extent,
  filter,
  ...(scope && { scope }),
  cut: new TimeCut(filter, extent.pageSize),
  size: new AnswerSize(),
  room: MAX_INSTANCES,
});

function append(all: InstanceRow[], rows: readonly InstanceRow[]): void {
  for (const row of rows) all.push(row);
}

/** @throws NgsiLdError TooManyResults */
function take(to: Reading, count: number): void {
  to.room -= count;
  if (to.room >= 0) return;
  throw new NgsiLdError(
    'TooManyResults',
    `more than ${MAX_INSTANCES} attribute instances: ask for less with limit, lastN, attrs or a shorter time`,
  );
}
