import type { Database, SqlValue } from '../../common/sqlite/database';
import { NgsiLdError } from '../errors';
import { AnswerSize } from '../reader/answer-size';
import { fragment, type Fragment, joined, placeholders } from '../reader/fragment';
import { goesOn } from '../reader/sql-functions';
import type {
  InstanceRow,
  TemporalEntity,
  TemporalFilter,
  TemporalPage,
  TemporalQuery,
  TimeProperty,
} from './temporal-query';

/** Instances that one answer holds at most. */
const MAX_INSTANCES = 100_000;

const COLUMNS: Record<TimeProperty, string> = {
  observedAt: 'observed_at',
  modifiedAt: 'modified_at',
  createdAt: 'created_at',
};

type EntityHead = Omit<TemporalEntity, 'instances' | 'types'> & { pk: number };

/** Reads the history of entities, of those too that were deleted. */
export class TemporalReader {
  constructor(private readonly database: Database) {}

  /** The evolution of one entity; undefined when there never was one of this id. */
  retrieve(id: string, filter: TemporalFilter): TemporalEntity | undefined {
    const head = this.database.get<EntityHead>(
      'SELECT pk, id, created_at, modified_at, deleted_at FROM entity WHERE id = ?',
      id,
    );
    return head && this.evolution(head, filter, MAX_INSTANCES, new AnswerSize());
  }

  /** @throws NgsiLdError TooManyResults */
  query({ types, ids, idPattern, filter, limit, offset, count }: TemporalQuery): TemporalPage {
    const conditions = joined('AND', [
      typeFilter(types),
      ...(ids === undefined ? [] : [fragment('id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))]),
      ...(idPattern === undefined ? [] : [fragment('matches_pattern(?, id)', idPattern)]),
      instanceFilter(filter),
      fragment(goesOn('pk')),
    ]);
    const from = `FROM entity WHERE ${conditions.sql}`;
    const heads = this.database.all<EntityHead>(
      `SELECT pk, id, created_at, modified_at, deleted_at ${from} ORDER BY id LIMIT ? OFFSET ?`,
      ...conditions.values,
      limit,
      offset,
    );
    const entities: TemporalEntity[] = [];
    let room = MAX_INSTANCES;
    const size = new AnswerSize();
    for (const head of heads) {
      const entity = this.evolution(head, filter, room, size);
      room -= entity.instances.length;
      entities.push(entity);
    }
    if (!count) return { entities };
    const total = this.database.get<{ n: number }>(`SELECT count(*) AS n ${from}`, ...conditions.values);
    return { entities, total: total?.n ?? 0 };
  }

  private evolution(
    { pk, ...head }: EntityHead,
    filter: TemporalFilter,
    room: number,
    size: AnswerSize,
  ): TemporalEntity {
    const types = this.database.all<{ type: string }>('SELECT type FROM entity_type WHERE entity = ?', pk);
    const instances = size.collect(this.instances(pk, filter, room));
    if (instances.length > room) {
      throw new NgsiLdError(
        'TooManyResults',
        `more than ${MAX_INSTANCES} attribute instances: ask for less with limit, lastN, attrs or a shorter time`,
      );
    }
    return { ...head, types: types.map(({ type }) => type), instances };
  }

  /** One more than there is room for, when there are more. */
  private instances(entity: number, filter: TemporalFilter, room: number): Iterable<InstanceRow> {
    const column = COLUMNS[filter.timeProperty];
    const conditions = timeConditions(filter);
    return this.database.iterate<InstanceRow>(
      `SELECT attribute, created_at, modified_at, deleted, body FROM (
         SELECT *, row_number() OVER (
           PARTITION BY attribute ORDER BY ${column} DESC, modified_at DESC, dataset_id
         ) AS place FROM attribute_instance WHERE entity = ? AND ${conditions.sql}
       ) WHERE place <= ? ORDER BY attribute, place DESC LIMIT ?`,
      entity,
      ...conditions.values,
      filter.lastN,
      room + 1,
    );
  }
}

function typeFilter(types: string[][] | undefined): Fragment {
  if (types === undefined) return fragment('TRUE');
  const having = (type: string) => fragment('pk IN (SELECT entity FROM entity_type WHERE type = ?)', type);
  return joined(
    'OR',
    types.map((all) => joined('AND', all.map(having))),
  );
}

/** The entity has an instance that is meant. */
function instanceFilter(filter: TemporalFilter): Fragment {
  const conditions = timeConditions(filter);
  // Observations have an index over all entities; their own instances are quicker to look through for other times.
  const sql =
    filter.timeProperty === 'observedAt' && isBounded(filter)
      ? `pk IN (SELECT entity FROM attribute_instance WHERE ${conditions.sql})`
      : `EXISTS (SELECT 1 FROM attribute_instance WHERE entity = pk AND ${conditions.sql})`;
  return { ...conditions, sql };
}

const isBounded = ({ from, until }: TemporalFilter): boolean => from !== undefined || until !== undefined;

function timeConditions(filter: TemporalFilter): Fragment {
  const column = COLUMNS[filter.timeProperty];
  const sql: string[] = ['TRUE'];
  const values: SqlValue[] = [];
  if (filter.attributes !== undefined) {
    sql.push(`attribute IN (${placeholders(filter.attributes)})`);
    values.push(...filter.attributes);
  }
  if (filter.from !== undefined) {
    sql.push(`${column} >= ?`);
    values.push(filter.from);
  }
  if (filter.until !== undefined) {
    sql.push(`${column} < ?`);
    values.push(filter.until);
  }
  return fragment(sql.join(' AND '), ...values);
}
