import type { Terms } from '../../context/terms';
import { formatDateTime } from '../../model/date-time';
import type { JsonObject, JsonValue } from '../../model/entity';
import type { DeliveryRecord } from '../store/subscription-table';
import type { SubscriptionEntry } from '../subscription-entry';
import { renameMembers, renameTypes } from './stored-names';
import { DEFAULT_TRIGGERS, type EntitySelector, type NotificationParameters } from './subscription';

/** How subscriptions are written. */
export interface DescriptionForm {
  terms: Terms;
  sysAttrs: boolean;
  /** Where the broker serves one of its contexts. */
  addressOf: (contextId: string) => string;
}

/** A subscription as clients see it (clause 5.2.12), with the names of a context. */
export function describeSubscription(
  entry: SubscriptionEntry,
  { terms, sysAttrs, addressOf }: DescriptionForm,
): JsonObject {
  const { entities, watchedAttributes, expandValues, q, geoQ, scopeQ, notification, ...others } =
    entry.subscription;
  const { id, notificationTrigger, jsonldContext, contextId } = others;
  const toTerm = (stored: string) => terms.toTerm(stored);
  return withoutAbsent({
    ...others,
    // For notifications alone.
    context: undefined,
    contextId: undefined,
    jsonldContext: jsonldContext ?? (contextId === undefined ? undefined : addressOf(contextId)),
    id,
    type: 'Subscription',
    entities: entities?.map((selector) => selectorIn(selector, terms)),
    watchedAttributes: watchedAttributes?.map(toTerm),
    expandValues: expandValues?.map(toTerm),
    notificationTrigger: notificationTrigger ?? [...DEFAULT_TRIGGERS],
    q: q?.text,
    geoQ: geoQ && geoQueryIn(geoQ.document, terms),
    scopeQ: scopeQ?.text,
    notification: notificationIn(notification, entry.record, toTerm),
    status: entry.status,
    ...(sysAttrs && {
      createdAt: formatDateTime(entry.createdAt),
      modifiedAt: formatDateTime(entry.modifiedAt),
    }),
  });
}

const selectorIn = ({ type, id, idPattern }: EntitySelector, terms: Terms): JsonObject =>
  withoutAbsent({ type: renameTypes(type, (name) => terms.toTerm(name)), id, idPattern });

function geoQueryIn(document: JsonObject, terms: Terms): JsonObject {
  const { geoproperty } = document;
  return typeof geoproperty === 'string' ? { ...document, geoproperty: terms.toTerm(geoproperty) } : document;
}

function notificationIn(
  { attributes, pick, omit, endpoint, ...others }: NotificationParameters,
  record: DeliveryRecord,
  toTerm: (stored: string) => string,
): JsonObject {
  return withoutAbsent({
    ...others,
    attributes: attributes?.map(toTerm),
    pick: pick?.map((item) => renameMembers(item, toTerm)),
    omit: omit?.map((item) => renameMembers(item, toTerm)),
    endpoint: withoutAbsent({
      ...endpoint,
      receiverInfo: endpoint.receiverInfo?.map((pair) => ({ ...pair })),
      notifierInfo: endpoint.notifierInfo?.map((pair) => ({ ...pair })),
    }),
    ...recordIn(record),
  });
}

/** Nothing while nothing has been sent (clause 5.2.14.2). */
function recordIn(record: DeliveryRecord): Record<string, JsonValue | undefined> {
  const { timesSent, timesFailed, lastNotification, lastSuccess, lastFailure } = record;
  if (lastNotification === null) return {};
  const time = (at: number | null) => (at === null ? undefined : formatDateTime(at));
  return {
    status: (lastFailure ?? 0) > (lastSuccess ?? 0) ? 'failed' : 'ok',
    timesSent,
    timesFailed,
    lastNotification: time(lastNotification),
    lastSuccess: time(lastSuccess),
    lastFailure: time(lastFailure),
  };
}

const withoutAbsent = (members: Record<string, JsonValue | undefined>): JsonObject =>
  Object.fromEntries(
    Object.entries(members).filter((member): member is [string, JsonValue] => member[1] !== undefined),
  );
