import type { Entity } from '../entity';
import type { BrokerAnswer } from './broker-answer';
import { chunked, forEachBounded } from './bounded';
import { encodePart, type Send } from './broker-connection';
import { entitiesIn } from './entities-in-answer';
import { findEntity } from './single-entity';

/** Whole entities in one answer: few enough for its size and for brokers that give no more. */
export const WHOLE_ENTITIES_A_REQUEST = 100;

/** Encoded ids in one address: proxies commonly refuse lines above 8 kB. */
const LONGEST_ID_LIST = 4_000;

export type QueryParameters = Readonly<Record<string, string>>;

export const listEntities = (send: Send, query: QueryParameters): Promise<BrokerAnswer> =>
  send({ method: 'GET', path: '/entities', query, repeatable: true });

/** The list in the answer of {@link listEntities}; empty when the tenant has yet to be written to. */
export function listOf<Item>(answer: BrokerAnswer, read: (answer: BrokerAnswer) => Item[]): Item[] {
  if (answer.saysNotFound) {
    return [];
  }
  if (answer.status !== 200) {
    throw answer.unexpected();
  }
  return read(answer);
}

/** The entities of these ids in their order, without those that are there no more. */
export async function entitiesById(send: Send, type: string, ids: readonly string[]): Promise<Entity[]> {
  // A comma would be read as the end of an id.
  const listed = chunked(
    ids.filter((id) => !id.includes(',')),
    WHOLE_ENTITIES_A_REQUEST,
    LONGEST_ID_LIST,
    (id) => encodePart(id).length + 1,
  );
  const single = ids.filter((id) => id.includes(','));
  const found = await forEachBounded([...listed, ...single], (idOrIds) =>
    typeof idOrIds === 'string' ? entityInList(send, idOrIds) : entityList(send, type, idOrIds),
  );
  const byId = new Map(found.flat().map((entity) => [entity.id, entity]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function entityList(send: Send, type: string, ids: readonly string[]): Promise<Entity[]> {
  const answer = await listEntities(send, { type, id: ids.join(','), limit: String(ids.length) });
  return listOf(answer, entitiesIn);
}

async function entityInList(send: Send, id: string): Promise<Entity[]> {
  const entity = await findEntity(send, id);
  return entity === undefined ? [] : [entity];
}
