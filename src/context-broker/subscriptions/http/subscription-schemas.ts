import type { SchemaObject } from '@nestjs/swagger';
import { NOTIFICATION_TYPES, TRIGGERS } from '../model/subscription';

const text: SchemaObject = { type: 'string' };
const uri: SchemaObject = { type: 'string', format: 'uri' };
const time: SchemaObject = { type: 'string', format: 'date-time' };
const texts: SchemaObject = { type: 'array', minItems: 1, items: text };

const described = (schema: SchemaObject, description: string): SchemaObject => ({ ...schema, description });
const readOnly = (schema: SchemaObject, description: string): SchemaObject => ({
  ...schema,
  description,
  readOnly: true,
});

const SELECTOR: SchemaObject = {
  type: 'object',
  required: ['type'],
  properties: {
    type: described(text, 'Entity types: `,` any of, `;` all of, with parentheses; `*` any.'),
    id: { oneOf: [uri, { type: 'array', minItems: 1, items: uri }] },
    idPattern: described(text, 'A regular expression (RE2) that is found in the id.'),
  },
};

const PAIRS: SchemaObject = {
  type: 'array',
  maxItems: 50,
  items: { type: 'object', required: ['key', 'value'], properties: { key: text, value: text } },
};

const ENDPOINT: SchemaObject = {
  type: 'object',
  required: ['uri'],
  properties: {
    uri: described(
      uri,
      'An address that begins with http, https, mqtt or mqtts; for MQTT the path is the topic.',
    ),
    accept: { type: 'string', enum: [...NOTIFICATION_TYPES], default: 'application/json' },
    timeout: { type: 'number', description: 'Milliseconds that the receiver has for its answer.' },
    cooldown: { type: 'number', description: 'Milliseconds without an attempt after one that failed.' },
    receiverInfo: described(PAIRS, 'Headers for the receiver.'),
    notifierInfo: described(PAIRS, '`MQTT-Version`: mqtt3.1.1 or mqtt5.0; `MQTT-QoS`: 0, 1 or 2.'),
  },
};

const NOTIFICATION: SchemaObject = {
  type: 'object',
  required: ['endpoint'],
  properties: {
    attributes: described(texts, 'Only these attributes are sent.'),
    pick: described(texts, 'Only these members are sent.'),
    omit: described(texts, 'All members but these are sent.'),
    format: {
      type: 'string',
      enum: ['normalized', 'concise', 'simplified', 'keyValues'],
      default: 'normalized',
    },
    sysAttrs: { type: 'boolean', default: false },
    showChanges: described(
      { type: 'boolean', default: false },
      'Whether values before the change are sent too.',
    ),
    join: described(
      { type: 'string', enum: ['flat', 'inline', '@none'] },
      'Whether the entities that relationships lead to are sent too.',
    ),
    joinLevel: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
    endpoint: ENDPOINT,
    status: readOnly({ type: 'string', enum: ['ok', 'failed'] }, 'How the last attempt went.'),
    timesSent: readOnly({ type: 'integer' }, 'Attempts.'),
    timesFailed: readOnly({ type: 'integer' }, 'Attempts that failed.'),
    lastNotification: readOnly(time, 'The last attempt.'),
    lastSuccess: readOnly(time, 'The last attempt that succeeded.'),
    lastFailure: readOnly(time, 'The last attempt that failed.'),
  },
};

const PROPERTIES: Record<string, SchemaObject> = {
  id: uri,
  type: { type: 'string', enum: ['Subscription'] },
  subscriptionName: text,
  description: text,
  entities: { type: 'array', minItems: 1, items: SELECTOR },
  watchedAttributes: described(texts, 'Only changes of these attributes count.'),
  notificationTrigger: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: [...TRIGGERS] },
    default: ['attributeCreated', 'attributeUpdated'],
  },
  timeInterval: {
    type: 'number',
    description: 'Seconds between notifications, whatever changes; at least 1.',
  },
  q: described(text, 'A condition on attributes, as in queries.'),
  expandValues: described(texts, 'Attributes whose values in `q` are names of the context too.'),
  geoQ: {
    type: 'object',
    required: ['georel', 'geometry', 'coordinates'],
    properties: {
      georel: text,
      geometry: text,
      coordinates: { type: 'array', items: {} },
      geoproperty: text,
    },
  },
  scopeQ: described(text, 'A condition on scopes, as in queries.'),
  lang: described(text, 'The language that is preferred for texts in several.'),
  datasetId: described(
    texts,
    'Only these instances of attributes are sent; `@none` is the one without a datasetId.',
  ),
  isActive: { type: 'boolean', default: true },
  localOnly: described(
    { type: 'boolean' },
    'Without effect, but that neither entities nor attributes need be named.',
  ),
  expiresAt: time,
  throttling: {
    type: 'number',
    description:
      'Seconds between two notifications, at least; what changes meanwhile is sent in its last state.',
  },
  jsonldContext: described(uri, 'The JSON-LD context of notifications; else that of this request.'),
  notification: NOTIFICATION,
  status: readOnly({ type: 'string', enum: ['active', 'paused', 'expired'] }, 'Whether it notifies.'),
};

/** Clause 5.2.12. */
export const SUBSCRIPTION: SchemaObject = {
  type: 'object',
  title: 'Subscription',
  required: ['type', 'notification'],
  properties: PROPERTIES,
  example: {
    type: 'Subscription',
    entities: [{ type: 'CitizenReport' }],
    watchedAttributes: ['status'],
    q: 'priority=="critical"',
    notification: { format: 'concise', endpoint: { uri: 'https://city.example/reports' } },
  },
};

export const SUBSCRIPTION_FRAGMENT: SchemaObject = {
  type: 'object',
  title: 'SubscriptionFragment',
  properties: PROPERTIES,
  example: { isActive: false },
};

export const SUBSCRIPTIONS: SchemaObject = { type: 'array', items: SUBSCRIPTION };
