import type { GeoQuery } from '../../geo/geo-query';
import type { JsonObject, JsonValue } from '../../model/entity';
import type { Format } from '../../model/representation';
import type { Query } from '../../query-language/ast';
import type { ScopeQuery } from '../../query-language/scope-query';

/** What can make a subscription notify (ETSI GS CIM 009, table 5.2.12-1). */
export const TRIGGERS = [
  'entityCreated',
  'entityUpdated',
  'entityDeleted',
  'attributeCreated',
  'attributeUpdated',
  'attributeDeleted',
] as const;

export type Trigger = (typeof TRIGGERS)[number];

/** The triggers of a subscription that names none. */
export const DEFAULT_TRIGGERS: readonly Trigger[] = ['attributeCreated', 'attributeUpdated'];

/** Media types that notifications can be of. */
export const NOTIFICATION_TYPES = [
  'application/json',
  'application/ld+json',
  'application/geo+json',
] as const;

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/**
 * A subscription (clause 5.2.12) as it is kept. Names of types and attributes are stored names; what is written in a
 * query language stands beside what it means, so that neither a parser nor a context is needed later.
 */
export interface Subscription {
  id: string;
  subscriptionName?: string;
  description?: string;
  entities?: EntitySelector[];
  watchedAttributes?: string[];
  notificationTrigger?: Trigger[];
  /** Seconds; the subscription notifies in this interval, whatever changes. */
  timeInterval?: number;
  q?: { text: string; query: Query };
  /** Attributes whose values in `q` are names of the context too. */
  expandValues?: string[];
  geoQ?: { document: JsonObject; query: GeoQuery };
  scopeQ?: { text: string; query: ScopeQuery };
  lang?: string;
  datasetId?: string[];
  isActive?: boolean;
  localOnly?: boolean;
  /** DateTime. */
  expiresAt?: string;
  /** Seconds between two notifications, at least. */
  throttling?: number;
  jsonldContext?: string | string[];
  notification: NotificationParameters;
  /** The @context of the request that made the subscription. */
  context: JsonValue;
  /** As which the broker keeps that context, when it has no address of its own. */
  contextId?: string;
}

/** Which entities a subscription is about (clause 5.2.33). */
export interface EntitySelector {
  /** As it was given, with stored names. */
  type: string;
  /** Alternatives, each a list of types that an entity has all of; absent: any type. */
  types?: string[][];
  id?: string | string[];
  /** Of no meaning when there is an id. */
  idPattern?: string;
}

/** What is sent, and where to (clause 5.2.14). */
export interface NotificationParameters {
  attributes?: string[];
  pick?: string[];
  omit?: string[];
  /** As it was given: `keyValues` is another word for `simplified`. */
  format?: Format | 'keyValues';
  sysAttrs?: boolean;
  showChanges?: boolean;
  /** Whether entities that relationships lead to are sent too (clause 4.5.23), and how many levels of them. */
  join?: 'flat' | 'inline' | '@none';
  joinLevel?: number;
  endpoint: Endpoint;
}

/** Clause 5.2.15. */
export interface Endpoint {
  uri: string;
  accept?: NotificationType;
  /** Milliseconds that the receiver has for its answer. */
  timeout?: number;
  /** Milliseconds without an attempt after one that failed. */
  cooldown?: number;
  /** Headers for the receiver. */
  receiverInfo?: KeyValuePair[];
  /** Settings of the protocol. */
  notifierInfo?: KeyValuePair[];
}

/** Clause 5.2.22. */
export interface KeyValuePair {
  key: string;
  value: string;
}
