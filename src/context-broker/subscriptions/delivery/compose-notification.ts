import { v7 as uuid } from 'uuid';
import type { KnownContext } from '../../context/known-context';
import { CORE_TERMS } from '../../context/terms';
import { EntityRowWriter, type FindRow } from '../../http/entity-row-writer';
import type { OutputForm } from '../../http/output-form';
import { formatDateTime } from '../../model/date-time';
import { entityWithoutExpiry } from '../../model/attribute-expiry';
import type { Entity, JsonValue } from '../../model/entity';
import { parseLanguages } from '../../model/language';
import { type Members, parseMembers } from '../../model/projection-terms';
import type { NotificationParameters, Subscription } from '../model/subscription';
import type { Notification } from './notifier';

/** Says in `receiverInfo` that the context is not wanted in the body (clause 6.3.15). */
const WITHOUT_CONTEXT = { key: 'prefer', value: 'body=json' };

/** The notification about these entities, which are normalized and have stored names (clauses 5.3.1 and 6.3.8). */
export function composeNotification(
  subscription: Subscription,
  entities: readonly Entity[],
  context: KnownContext,
  { tenant, findRow }: { tenant: string | undefined; findRow: FindRow },
): Notification {
  const { accept = 'application/json', receiverInfo = [] } = subscription.notification.endpoint;
  const isJsonLd = accept === 'application/ld+json';
  return {
    body: {
      id: `urn:ngsi-ld:Notification:${uuid()}`,
      type: 'Notification',
      subscriptionId: subscription.id,
      notifiedAt: formatDateTime(Date.now() * 1000),
      data: dataOf(subscription, entities, context, findRow),
    },
    metadata: {
      ...Object.fromEntries(receiverInfo.map(({ key, value }) => [key, value])),
      'Content-Type': accept,
      ...(!isJsonLd && { Link: linkTo(context.url) }),
      ...(tenant !== undefined && { 'NGSILD-Tenant': tenant }),
    },
  };
}

function dataOf(
  subscription: Subscription,
  entities: readonly Entity[],
  { terms, inBody }: KnownContext,
  find: FindRow,
): JsonValue {
  const { accept, receiverInfo = [] } = subscription.notification.endpoint;
  const asGeoJson = accept === 'application/geo+json';
  const form = formOf(subscription);
  const written = new EntityRowWriter(form, terms, asGeoJson, find).writeEntities(
    form.sysAttrs ? [...entities] : entities.map(entityWithoutExpiry),
  );
  if (accept === 'application/ld+json') return written.map((entity) => ({ ...entity, '@context': inBody }));
  if (!asGeoJson) return written;
  const isBare = receiverInfo.some(
    ({ key, value }) => key.toLowerCase() === WITHOUT_CONTEXT.key && value === WITHOUT_CONTEXT.value,
  );
  return { type: 'FeatureCollection', features: written, ...(!isBare && { '@context': inBody }) };
}

/** How the entities of a subscription's notifications are written. */
function formOf({ notification, lang, datasetId }: Subscription): OutputForm {
  const {
    attributes,
    pick,
    omit,
    format = 'normalized',
    sysAttrs = false,
    join,
    joinLevel = 1,
  } = notification;
  return {
    format: format === 'keyValues' ? 'simplified' : format,
    sysAttrs,
    geometryProperty: 'location',
    projected: {
      ...(attributes && { attributes: new Set(attributes) }),
      ...(pick && { pick: membersOf(pick) }),
      ...(omit && { omit: membersOf(omit) }),
      ...(datasetId && { datasets: new Set(datasetId.map((id) => (id === '@none' ? undefined : id))) }),
    },
    ...(lang !== undefined && { languages: parseLanguages(lang) }),
    ...(isJoined(join) && { join: { shape: join, level: joinLevel, containedBy: new Set() } }),
  };
}

const membersOf = (items: readonly string[]): Members => parseMembers(items.join(), 'members', CORE_TERMS);

const isJoined = (join: NotificationParameters['join']): join is 'flat' | 'inline' =>
  join === 'flat' || join === 'inline';

const linkTo = (url: string): string =>
  `<${url}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`;
