import type { Database, SqlValue } from '../../common/sqlite/database';
import { fragment, type Fragment } from '../reader/fragment';
import { goesOn } from '../reader/sql-functions';
import { type Aggregation, type AggregationMethod, Periods } from './aggregation';
import { type Span, TIME_COLUMNS } from './instance-conditions';
import { conditionsOf, type InstanceReader } from './instance-reader';
import type { AggregatedAttribute, TemporalFilter } from './temporal-query';

/** A number, or what counts as one: truth is 1 or 0, an array as many as it has elements. */
const NUMBER = `CASE json_type(body, '$.value') WHEN 'integer' THEN body ->> '$.value' WHEN 'real' THEN body ->> '$.value'
  WHEN 'true' THEN 1 WHEN 'false' THEN 0 WHEN 'array' THEN json_array_length(body, '$.value') END`;

/** A text, or a DateTime and the like. */
const TEXT = `CASE json_type(body, '$.value') WHEN 'text' THEN body ->> '$.value'
  WHEN 'object' THEN body ->> '$.value."@value"' END`;

/** What an attribute of any kind holds. */
const CONTENT = `coalesce(${['value', 'object', 'languageMap', 'vocab', 'json', 'valueList', 'objectList']
  .map((member) => `body -> '$.${member}'`)
  .join(', ')})`;

/**
 * Each method over a column `number`, `text` or `content`. The sum of squares that a standard deviation needs is taken
 * of differences from the number `base`, as squares of great numbers leave no digits for small differences.
 */
const METHODS: Record<AggregationMethod, string> = {
  totalCount: 'count(*)',
  distinctCount: 'count(DISTINCT content)',
  sum: 'sum(number)',
  avg: 'avg(number)',
  min: 'coalesce(min(number), min(text))',
  max: 'coalesce(max(number), max(text))',
  sumsq: 'sum(1.0 * number * number)',
  stddev: 'sqrt(max(0, avg((number - base) * (number - base)) - avg(number - base) * avg(number - base)))',
};

/** What a method reads of an instance. */
const COLUMNS: Record<AggregationMethod, readonly string[]> = {
  totalCount: [],
  distinctCount: ['content'],
  sum: ['number'],
  avg: ['number'],
  min: ['number', 'text'],
  max: ['number', 'text'],
  sumsq: ['number'],
  stddev: ['number', 'base'],
};

const EXPRESSIONS: Record<string, string> = { number: NUMBER, text: TEXT, content: CONTENT };

type PeriodRow = { dataset_id: string; type: string; period: number } & Record<string, SqlValue>;

/** Aggregates the instances of an entity in periods (ETSI GS CIM 009, clause 4.5.19). */
export class AggregateReader {
  constructor(
    private readonly database: Database,
    private readonly instances: InstanceReader,
  ) {}

  /** At most so many periods of each attribute and dataset. */
  read(
    entity: number,
    attributes: readonly string[],
    filter: TemporalFilter,
    spans: readonly Span[] | undefined,
    { methods, duration }: Aggregation,
    limit: number,
  ): AggregatedAttribute[] {
    const start = filter.from ?? this.instances.endOf(entity, attributes, filter, spans, 'ASC');
    if (start === undefined) return [];
    const end = filter.until ?? this.instances.endOf(entity, attributes, filter, spans, 'DESC') ?? start;
    const periods = new Periods(start, duration, end);
    return attributes.flatMap((attribute) =>
      this.readAttribute(entity, attribute, { filter, spans, periods, methods, limit }),
    );
  }

  private readAttribute(
    entity: number,
    attribute: string,
    { filter, spans, periods, methods, limit }: AttributeReading,
  ): AggregatedAttribute[] {
    const column = TIME_COLUMNS[filter.timeProperty];
    const period = periodSql(periods, column);
    const columns = [...new Set(methods.flatMap((method) => COLUMNS[method]))];
    const conditions = conditionsOf(filter, spans);
    const own = columns.filter((name) => name !== 'base').map((name) => `${EXPRESSIONS[name]} AS ${name}`);
    const last = fragment(
      filter.lastN === undefined ? '' : `ORDER BY ${column} DESC LIMIT ?`,
      ...(filter.lastN === undefined ? [] : [filter.lastN]),
    );
    const deleted = filter.timeProperty === 'deletedAt' ? 'TRUE' : 'deleted = 0';
    const rows = this.database.iterate<PeriodRow>(
      `WITH instance AS (
         SELECT ${['dataset_id', 'body', `${period.sql} AS period`, ...own].join(', ')} FROM attribute_instance
         WHERE entity = ? AND attribute = ? AND ${column} IS NOT NULL AND ${deleted} AND ${conditions.sql}
           AND ${goesOn('modified_at')} ${last.sql}
       )
       SELECT dataset_id, body ->> '$.type' AS type, period,
         ${methods.map((method) => `${METHODS[method]} AS ${method}`).join(', ')}
       FROM instance ${columns.includes('base') ? 'CROSS JOIN (SELECT min(number) AS base FROM instance)' : ''}
       GROUP BY dataset_id, period ORDER BY dataset_id, period LIMIT ?`,
      ...period.values,
      entity,
      attribute,
      ...conditions.values,
      ...last.values,
      limit,
    );
    return byDataset(rows, attribute, methods, periods);
  }
}

interface AttributeReading {
  filter: TemporalFilter;
  spans: readonly Span[] | undefined;
  periods: Periods;
  methods: readonly AggregationMethod[];
  /** Periods at most. */
  limit: number;
}

/** The number of the period that a time lies in. */
function periodSql(periods: Periods, column: string): Fragment {
  const { start, duration, length } = periods;
  if (length === 0) return fragment('0');
  if (length !== undefined) return fragment(`CAST((${column} - ?) / ? AS INTEGER)`, start, length);
  return fragment(`period_of(?, CAST(${column} AS TEXT))`, JSON.stringify({ start, duration }));
}

function byDataset(
  rows: Iterable<PeriodRow>,
  attribute: string,
  methods: readonly AggregationMethod[],
  periods: Periods,
): AggregatedAttribute[] {
  const datasets = new Map<string, AggregatedAttribute>();
  for (const row of rows) {
    const dataset = datasets.get(row.dataset_id) ?? {
      attribute,
      datasetId: row.dataset_id,
      type: row.type,
      methods: Object.fromEntries(methods.map((method) => [method, []])),
    };
    datasets.set(row.dataset_id, dataset);
    for (const method of methods) {
      const value = row[method];
      if (typeof value !== 'number' && typeof value !== 'string') continue;
      const from = periods.startOf(row.period);
      dataset.methods[method]?.push({ value, from, until: periods.endOf(row.period) });
    }
  }
  return [...datasets.values()];
}
