import { randomUUID } from 'node:crypto';
import type { Access } from '../../src/auth/access';
import { PASSWORD } from '../support/accounts';

export interface Call {
  method: string;
  path: string;
  body?: unknown;
  type?: string;
  /** The status for those who may. */
  status: number;
}

export interface Rule {
  access: Access;
  /** A call that changes nothing which another one needs. */
  call: (ids: Existing) => Call;
}

/** Ids of what is there for a call, made anew when one may have changed it. */
export interface Existing {
  username: string;
  report: string;
  entity: string;
  subscription: string;
}

const EVERYONE = ['citizen', 'city_official', 'admin'] as const;
const OFFICIALS = ['city_official', 'admin'] as const;
const ADMINS = ['admin'] as const;

const REPORT = { description: 'A pothole', location: { type: 'Point', coordinates: [106.7, 10.77] } };
const STATUS = { type: 'Property', value: 'closed' };
const SUBSCRIPTIONS = '/ngsi-ld/v1/subscriptions';
const NOTHING = '/00000000-0000-7000-8000-000000000000';

const newEntity = () => ({ id: `urn:ngsi-ld:Bench:${randomUUID()}`, type: 'Bench', status: STATUS });
const newSubscription = () => ({
  id: `urn:ngsi-ld:Subscription:${randomUUID()}`,
  type: 'Subscription',
  entities: [{ type: 'Chair' }],
  notification: { endpoint: { uri: 'https://receiver.example/notify' } },
});
const newAccount = () => {
  const username = `u${randomUUID().slice(0, 20)}`;
  return { username, email: `${username}@city.example`, password: PASSWORD };
};

const get = (path: string, status = 200): Call => ({ method: 'GET', path, status });
const send = (method: string, path: string, body: unknown, status: number): Call => ({
  method,
  path,
  body,
  status,
});
const remove = (path: string, status: number): Call => ({ method: 'DELETE', path, status });

/** Who may do what, by operation id: said here once more, so that no change of a rule goes unnoticed. */
export const OPERATIONS: Record<string, Rule> = {
  logIn: {
    access: 'public',
    call: ({ username }) => send('POST', '/auth/login', { username, password: PASSWORD }, 200),
  },
  register: { access: 'public', call: () => send('POST', '/auth/register', newAccount(), 201) },
  getLiveness: { access: 'public', call: () => get('/healthz') },
  listCategories: { access: 'public', call: () => get('/api/v1/categories') },
  getReadiness: { access: 'public', call: () => get('/readyz') },

  getMe: { access: 'own-account', call: () => get('/api/v1/users/me') },
  createApiKey: {
    access: 'own-account',
    call: () => send('POST', '/users/api-keys', { name: 'key' }, 201),
  },
  listApiKeys: { access: 'own-account', call: () => get('/users/api-keys') },
  revokeApiKey: { access: 'own-account', call: () => remove(`/users/api-keys${NOTHING}`, 404) },

  listUsers: { access: ADMINS, call: () => get('/api/v1/users') },
  changeUser: {
    access: ADMINS,
    call: () => send('PATCH', `/api/v1/users${NOTHING}`, { role: 'admin' }, 404),
  },
  getServiceHealth: { access: ADMINS, call: () => get('/admin/health') },
  getStatistics: { access: OFFICIALS, call: () => get('/admin/stats') },

  search: { access: OFFICIALS, call: () => send('POST', '/ai/search', { query: 'lamp' }, 503) },

  listItems: { access: EVERYONE, call: () => get('/api/v1/items') },
  getItem: { access: EVERYONE, call: () => get(`/api/v1/items${NOTHING}`, 404) },
  createItem: {
    access: EVERYONE,
    call: () => send('POST', '/api/v1/items', { name: 'Lamp', price: 12.5 }, 201),
  },

  chat: {
    access: EVERYONE,
    call: () => send('POST', '/ai-service/chatbot/chat?stream=false', { message: 'Hello' }, 200),
  },
  getConversation: { access: EVERYONE, call: () => get('/ai-service/chatbot/history/none', 404) },
  deleteConversation: { access: EVERYONE, call: () => remove('/ai-service/chatbot/history/none', 404) },

  createReport: { access: EVERYONE, call: () => send('POST', '/api/v1/citizen-reports', REPORT, 201) },
  listReports: { access: EVERYONE, call: () => get('/api/v1/citizen-reports') },
  getReport: { access: EVERYONE, call: ({ report }) => get(`/api/v1/citizen-reports/${report}`) },
  getReportHistory: {
    access: EVERYONE,
    call: ({ report }) => get(`/api/v1/citizen-reports/${report}/history`),
  },
  updateReport: {
    access: OFFICIALS,
    call: ({ report }) => send('PATCH', `/api/v1/citizen-reports/${report}`, { status: 'acknowledged' }, 200),
  },
  deleteReport: {
    access: OFFICIALS,
    call: ({ report }) => remove(`/api/v1/citizen-reports/${report}`, 204),
  },

  classifyReport: {
    access: OFFICIALS,
    call: ({ report }) => send('POST', `/api/v1/citizen-reports/classify/${report}`, undefined, 200),
  },
  listSimilarReports: {
    access: EVERYONE,
    call: ({ report }) => get(`/api/v1/citizen-reports/${report}/similar`),
  },
  getClassifier: { access: ADMINS, call: () => get('/admin/classifier') },
  retrainClassifier: {
    access: ADMINS,
    call: () => send('POST', '/admin/classifier/retrain', undefined, 200),
  },

  queryEntities: { access: EVERYONE, call: () => get('/ngsi-ld/v1/entities?type=Bench') },
  retrieveEntity: { access: EVERYONE, call: ({ entity }) => get(`/ngsi-ld/v1/entities/${entity}`) },
  queryTemporalEntities: {
    access: EVERYONE,
    call: () => get('/ngsi-ld/v1/temporal/entities?type=Bench&timerel=after&timeAt=2025-12-01T00:00:00Z'),
  },
  retrieveTemporalEntity: {
    access: EVERYONE,
    call: ({ entity }) => get(`/ngsi-ld/v1/temporal/entities/${entity}`),
  },
  queryTemporalEntitiesByPost: {
    access: EVERYONE,
    call: () => {
      const body = { type: 'Query', entities: [{ type: 'Bench' }] };
      return send('POST', '/ngsi-ld/v1/temporal/entityOperations/query', body, 200);
    },
  },
  writeTemporalEntity: {
    access: OFFICIALS,
    call: () => send('POST', '/ngsi-ld/v1/temporal/entities', newEntity(), 201),
  },
  deleteTemporalEntity: {
    access: OFFICIALS,
    call: ({ entity }) => remove(`/ngsi-ld/v1/temporal/entities/${entity}`, 204),
  },
  appendTemporalAttributes: {
    access: OFFICIALS,
    call: ({ entity }) =>
      send('POST', `/ngsi-ld/v1/temporal/entities/${entity}/attrs`, { status: STATUS }, 204),
  },
  deleteTemporalAttribute: {
    access: OFFICIALS,
    call: ({ entity }) => remove(`/ngsi-ld/v1/temporal/entities/${entity}/attrs/status`, 204),
  },
  updateTemporalInstance: {
    access: OFFICIALS,
    call: ({ entity }) => {
      const path = `/ngsi-ld/v1/temporal/entities/${entity}/attrs/status/urn:ngsi-ld:Instance:none`;
      return send('PATCH', path, { value: 'open' }, 404);
    },
  },
  deleteTemporalInstance: {
    access: OFFICIALS,
    call: ({ entity }) =>
      remove(`/ngsi-ld/v1/temporal/entities/${entity}/attrs/status/urn:ngsi-ld:Instance:none`, 404),
  },
  createEntity: {
    access: OFFICIALS,
    call: () => send('POST', '/ngsi-ld/v1/entities', newEntity(), 201),
  },
  createSubscription: {
    access: OFFICIALS,
    call: () => send('POST', SUBSCRIPTIONS, newSubscription(), 201),
  },
  querySubscriptions: { access: OFFICIALS, call: () => get(SUBSCRIPTIONS) },
  retrieveSubscription: {
    access: OFFICIALS,
    call: ({ subscription }) => get(`${SUBSCRIPTIONS}/${subscription}`),
  },
  updateSubscription: {
    access: OFFICIALS,
    call: ({ subscription }) => send('PATCH', `${SUBSCRIPTIONS}/${subscription}`, { isActive: false }, 204),
  },
  deleteSubscription: {
    access: OFFICIALS,
    call: ({ subscription }) => remove(`${SUBSCRIPTIONS}/${subscription}`, 204),
  },
  deleteEntity: { access: OFFICIALS, call: ({ entity }) => remove(`/ngsi-ld/v1/entities/${entity}`, 204) },
  purgeEntities: {
    access: OFFICIALS,
    call: () => remove('/ngsi-ld/v1/entities?type=Nothing', 204),
  },
  replaceEntity: {
    access: OFFICIALS,
    call: ({ entity }) => send('PUT', `/ngsi-ld/v1/entities/${entity}`, { ...newEntity(), id: entity }, 204),
  },
  mergeEntity: {
    access: OFFICIALS,
    call: ({ entity }) => send('PATCH', `/ngsi-ld/v1/entities/${entity}`, { status: STATUS }, 204),
  },
  appendAttributes: {
    access: OFFICIALS,
    call: ({ entity }) => send('POST', `/ngsi-ld/v1/entities/${entity}/attrs`, { status: STATUS }, 204),
  },
  updateAttributes: {
    access: OFFICIALS,
    call: ({ entity }) => send('PATCH', `/ngsi-ld/v1/entities/${entity}/attrs`, { status: STATUS }, 204),
  },
  updateAttribute: {
    access: OFFICIALS,
    call: ({ entity }) =>
      send('PATCH', `/ngsi-ld/v1/entities/${entity}/attrs/status`, { value: 'open' }, 204),
  },
  replaceAttribute: {
    access: OFFICIALS,
    call: ({ entity }) => send('PUT', `/ngsi-ld/v1/entities/${entity}/attrs/status`, STATUS, 204),
  },
  deleteAttribute: {
    access: OFFICIALS,
    call: ({ entity }) => remove(`/ngsi-ld/v1/entities/${entity}/attrs/status`, 204),
  },
  createEntities: {
    access: OFFICIALS,
    call: () => send('POST', '/ngsi-ld/v1/entityOperations/create', [newEntity()], 201),
  },
  upsertEntities: {
    access: OFFICIALS,
    call: () => send('POST', '/ngsi-ld/v1/entityOperations/upsert', [newEntity()], 201),
  },
  updateEntities: {
    access: OFFICIALS,
    call: ({ entity }) => {
      const body = [{ ...newEntity(), id: entity }];
      return send('POST', '/ngsi-ld/v1/entityOperations/update', body, 204);
    },
  },
  mergeEntities: {
    access: OFFICIALS,
    call: ({ entity }) =>
      send('POST', '/ngsi-ld/v1/entityOperations/merge', [{ id: entity, status: STATUS }], 204),
  },
  queryEntitiesByBody: {
    access: EVERYONE,
    call: () =>
      send(
        'POST',
        '/ngsi-ld/v1/entityOperations/query',
        { type: 'Query', entities: [{ type: 'Bench' }] },
        200,
      ),
  },
  deleteEntities: {
    access: OFFICIALS,
    call: ({ entity }) => send('POST', '/ngsi-ld/v1/entityOperations/delete', [entity], 204),
  },

  listEntityTypes: { access: EVERYONE, call: () => get('/ngsi-ld/v1/types') },
  retrieveEntityType: { access: EVERYONE, call: () => get('/ngsi-ld/v1/types/Bench') },
  listAttributes: { access: EVERYONE, call: () => get('/ngsi-ld/v1/attributes?details=true') },
  retrieveAttribute: { access: EVERYONE, call: () => get('/ngsi-ld/v1/attributes/status') },
  retrieveSourceIdentity: { access: EVERYONE, call: () => get('/ngsi-ld/v1/info/sourceIdentity') },
  listContexts: { access: EVERYONE, call: () => get('/ngsi-ld/v1/jsonldContexts') },
  serveContext: { access: EVERYONE, call: () => get('/ngsi-ld/v1/jsonldContexts/urn:x:none', 404) },
  addContext: {
    access: OFFICIALS,
    call: () => send('POST', '/ngsi-ld/v1/jsonldContexts', { '@context': { a: 'urn:a' } }, 201),
  },
  deleteContext: { access: OFFICIALS, call: () => remove('/ngsi-ld/v1/jsonldContexts/urn:x:none', 404) },
};

/** Something for a call to work on. */
export const newExisting = (username: string) => ({
  username,
  report: REPORT,
  entity: newEntity(),
  subscription: newSubscription(),
});
