import type { Entity } from '../model/entity';
import type { EntityRow, EntitySelector, Page, PageQuery } from '../reader/entity-selection';
import { type SystemTimes, withSystemTimes } from '../store/system-times';
import type { EntitySelector as Subscribed, Subscription } from './model/subscription';

/** The entities that a subscription is about as they are now, at most `limit`. */
export async function matchingEntities(
  subscription: Subscription,
  limit: number,
  query: (query: PageQuery) => Promise<Page>,
): Promise<Entity[]> {
  const { entities, q, geoQ, scopeQ, notification } = subscription;
  const page = await query({
    ...(entities && { selectors: entities.map(selectorOf) }),
    ...(q && { query: q.query }),
    ...(geoQ && { geo: geoQ.query }),
    ...(scopeQ && { scope: scopeQ.query }),
    limit,
    offset: 0,
    count: false,
  });
  return page.rows.map((row) => entityOf(row, notification.sysAttrs === true));
}

const selectorOf = ({ types, id, idPattern }: Subscribed): EntitySelector => ({
  ...(types && { types }),
  ...(id !== undefined && { ids: [id].flat() }),
  ...(id === undefined && idPattern !== undefined && { idPattern }),
});

function entityOf(row: EntityRow, sysAttrs: boolean): Entity {
  const entity = JSON.parse(row.body) as Entity;
  if (!sysAttrs) return entity;
  return withSystemTimes(entity, JSON.parse(row.sys) as SystemTimes, row.created_at, row.modified_at);
}
