import { QueryTooWideError } from '../broker-errors';
import type { EntityQuery } from '../entity-query';
import type { EntityPage } from '../ngsi-ld-broker.service';
import { filterParameters } from '../query-parameters';
import { AcceptedForm } from './accepted-form';
import { forEachBounded } from './bounded';
import type { BrokerAnswer } from './broker-answer';
import type { Send } from './broker-connection';
import { type SimplifiedEntity, simplifiedEntitiesIn } from './entities-in-answer';
import { entitiesById, listEntities, listOf, type QueryParameters } from './entity-list';
import { inOrder, type OrderedFilter, orderingAttribute, type Row, rowOf } from './entity-order';

/** Most entities that are ordered here. */
export const MOST_ORDERED = 10_000;

/** How answers are kept to the sort keys, and how many entities a request asks for. */
interface Projection {
  /** `attrs` leaves out the entities without the attribute; brokers older than NGSI-LD 1.8 know nothing better. */
  by: 'pick' | 'attrs' | 'nothing';
  limit: string;
}

const WHOLE: Projection = { by: 'nothing', limit: '100' };

/**
 * Pages in any order with true totals, from brokers that have no common way to order: ids and sort keys of all matches
 * are read and ordered here, and the entities of the page are fetched by id.
 */
export class EntitySearch {
  private readonly countLimit = new AcceptedForm<string>(['0', '1']);
  private readonly projection = new AcceptedForm<Projection>([
    { by: 'pick', limit: '1000' },
    { by: 'pick', limit: '100' },
    { by: 'attrs', limit: '1000' },
    { by: 'attrs', limit: '100' },
  ]);

  /** @throws QueryTooWideError when more than {@link MOST_ORDERED} entities match. */
  async page(send: Send, query: EntityQuery): Promise<EntityPage> {
    if (query.limit === 0) {
      return { entities: [], total: await this.count(send, query) };
    }
    const { type, limit, offset = 0, orderBy } = query;
    const rows = inOrder(await this.rows(send, query), orderBy?.direction);
    const ids = rows.slice(offset, offset + limit).map(({ id }) => id);
    return { entities: await entitiesById(send, type, ids), total: rows.length };
  }

  async count(send: Send, filter: OrderedFilter): Promise<number> {
    const parameters = { ...filterParameters(filter), count: 'true' };
    const { answer } = await this.countLimit.ask((limit) => listEntities(send, { ...parameters, limit }));
    if (answer.saysNotFound) {
      return 0;
    }
    if (answer.status !== 200) {
      throw answer.unexpected();
    }
    return answer.count ?? (await this.rows(send, { ...filter, orderBy: undefined })).length;
  }

  private async rows(send: Send, query: OrderedFilter): Promise<Row[]> {
    const attribute = orderingAttribute(query);
    const parameters = (projection: Projection) => ({
      ...filterParameters(query),
      ...projectionParameters(projection, attribute),
    });
    const { form, answer } = await this.projection.ask((projection) =>
      listEntities(send, parameters(projection)),
    );
    let entities = await allPages(send, parameters(form), answer);
    if (form.by === 'attrs' && attribute !== undefined && entities.length < (await this.count(send, query))) {
      entities = await allPages(send, parameters(WHOLE), await listEntities(send, parameters(WHOLE)));
    }
    const rows = entities.map((entity) => rowOf(entity, query));
    return [...new Map(rows.map((row) => [row.id, row])).values()];
  }
}

function projectionParameters({ by, limit }: Projection, attribute: string | undefined): QueryParameters {
  const common = { options: 'keyValues', count: 'true', limit };
  switch (by) {
    case 'pick':
      return { ...common, pick: ['id', 'type', ...(attribute === undefined ? [] : [attribute])].join(',') };
    case 'attrs':
      return attribute === undefined ? common : { ...common, attrs: attribute };
    case 'nothing':
      return common;
  }
}

/** All matches of a query, of which the first answer is there. */
async function allPages(
  send: Send,
  parameters: QueryParameters,
  first: BrokerAnswer,
): Promise<SimplifiedEntity[]> {
  const page = async (offset: number) =>
    listOf(await listEntities(send, { ...parameters, offset: String(offset) }), simplifiedEntitiesIn);
  const found = listOf(first, simplifiedEntitiesIn);
  const total = first.count;
  if (total === undefined) {
    return untilEmpty(found, page);
  }
  if (total > MOST_ORDERED) {
    throw new QueryTooWideError(total, MOST_ORDERED);
  }
  // Some brokers give less than was asked for.
  const step = Math.max(found.length, 1);
  const offsets = Array.from({ length: Math.ceil(total / step) - 1 }, (_, index) => (index + 1) * step);
  return [found, ...(await forEachBounded(offsets, page))].flat();
}

async function untilEmpty(
  first: SimplifiedEntity[],
  page: (offset: number) => Promise<SimplifiedEntity[]>,
): Promise<SimplifiedEntity[]> {
  const found = [...first];
  for (let last = first; last.length > 0;) {
    if (found.length > MOST_ORDERED) {
      throw new QueryTooWideError(found.length, MOST_ORDERED);
    }
    last = await page(found.length);
    found.push(...last);
  }
  return found;
}
