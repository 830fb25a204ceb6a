import { v7 as uuid } from 'uuid';
import { namedIn } from '../../context/name-entity';
import type { KnownContext } from '../../context/known-context';
import { formatDateTime } from '../../model/date-time';
import type { Attribute, Entity, JsonObject, JsonValue } from '../../model/entity';
import { attributeNames, instancesOf } from '../../model/normalize-entity';
import { asFeature, type Format, project, represent } from '../../model/representation';
import type { Subscription } from '../model/subscription';
import type { Notification } from './notifier';

/** Says in `receiverInfo` that the context is not wanted in the body (clause 6.3.15). */
const WITHOUT_CONTEXT = { key: 'prefer', value: 'body=json' };

/** The notification about these entities, which are normalized and have stored names (clauses 5.3.1 and 6.3.8). */
export function composeNotification(
  subscription: Subscription,
  entities: readonly Entity[],
  context: KnownContext,
  tenant: string | undefined,
): Notification {
  const { accept = 'application/json', receiverInfo = [] } = subscription.notification.endpoint;
  const isJsonLd = accept === 'application/ld+json';
  return {
    body: {
      id: `urn:ngsi-ld:Notification:${uuid()}`,
      type: 'Notification',
      subscriptionId: subscription.id,
      notifiedAt: formatDateTime(Date.now() * 1000),
      data: dataOf(subscription, entities, context),
    },
    metadata: {
      ...Object.fromEntries(receiverInfo.map(({ key, value }) => [key, value])),
      'Content-Type': accept,
      ...(!isJsonLd && { Link: linkTo(context.url) }),
      ...(tenant !== undefined && { 'NGSILD-Tenant': tenant }),
    },
  };
}

function dataOf(subscription: Subscription, entities: readonly Entity[], context: KnownContext): JsonValue {
  const { accept, receiverInfo = [] } = subscription.notification.endpoint;
  const shown = entities.map((entity) => namedIn(context.terms, shownPart(entity, subscription)));
  const format = formatOf(subscription);
  switch (accept) {
    case 'application/geo+json': {
      const features = shown.map((entity) => asFeature(entity, format, 'location'));
      const bare = receiverInfo.some(
        ({ key, value }) => key.toLowerCase() === WITHOUT_CONTEXT.key && value === WITHOUT_CONTEXT.value,
      );
      return { type: 'FeatureCollection', features, ...(!bare && { '@context': context.inBody }) };
    }
    case 'application/ld+json':
      return shown.map((entity): JsonObject => ({
        ...represent(entity, format),
        '@context': context.inBody,
      }));
    default:
      return shown.map((entity) => represent(entity, format));
  }
}

function formatOf({ notification: { format = 'normalized' } }: Subscription): Format {
  return format === 'keyValues' ? 'simplified' : format;
}

/** The members that the subscription asks for. */
function shownPart(entity: Entity, { notification, datasetId }: Subscription): Entity {
  const { attributes, pick, omit } = notification;
  const projected = project(entity, {
    ...(attributes !== undefined && { pick: ['id', 'type', ...attributes] }),
    ...(pick !== undefined && { pick }),
    ...(omit !== undefined && { omit }),
  });
  return datasetId === undefined ? projected : withDatasets(projected, new Set(datasetId));
}

/** Instances of these datasets alone (clause 4.5.5); `@none` is for those without one. */
function withDatasets(entity: Entity, datasets: ReadonlySet<string>): Entity {
  const result: Entity = { ...entity };
  for (const name of attributeNames(entity)) {
    const kept = instancesOf(entity, name).filter(({ datasetId = '@none' }) => datasets.has(datasetId));
    if (kept.length === 0) delete result[name];
    else result[name] = kept.length === 1 ? (kept[0] as Attribute) : kept;
  }
  return result;
}

const linkTo = (url: string): string =>
  `<${url}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`;
