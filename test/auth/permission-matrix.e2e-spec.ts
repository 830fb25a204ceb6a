import type { Type } from '@nestjs/common';
import { ModulesContainer, Reflector } from '@nestjs/core';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import axios, { type AxiosInstance } from 'axios';
import { ACCESS, type Access } from '../../src/auth/access';
import { type Role, ROLES } from '../../src/auth/caller';
import { clientWith, expired, makeAccount, makeApiKey } from '../support/accounts';
import { expectDocumented } from '../support/openapi';
import { type RunningService, startService } from '../support/service';
import { type Existing, newExisting, OPERATIONS } from './operations';

interface Document {
  paths: Record<string, Record<string, { operationId: string; security: object[] }>>;
}

const operationsOf = async ({ url }: RunningService) => {
  const { data } = await axios.get<Document>(`${url}/openapi.json`);
  return Object.values(data.paths).flatMap((item) => Object.values(item));
};

type Handler = (...args: unknown[]) => unknown;

const routesOf = (controller: Type): Handler[] =>
  Object.values(Object.getOwnPropertyDescriptors(controller.prototype as object))
    .map(({ value }: PropertyDescriptor): unknown => value)
    .filter((value): value is Handler => typeof value === 'function')
    .filter((handler) => Reflect.hasMetadata(METHOD_METADATA, handler));

type CallerKind = 'anonymous' | Role | 'expired token' | 'revoked key';

const CALLERS: CallerKind[] = ['anonymous', ...ROLES, 'expired token', 'revoked key'];

const REFUSED: CallerKind[] = ['expired token', 'revoked key'];

/** The service with somebody of each kind. */
class City {
  /** What is there for a call; used up by one that may have changed it. */
  private existing: Existing | undefined;

  private constructor(
    readonly service: RunningService,
    readonly clients: Record<CallerKind, AxiosInstance>,
    private readonly username: string,
  ) {}

  static async start(authEnabled: boolean): Promise<City> {
    const service = await startService({
      AUTH_ENABLED: String(authEnabled),
      REGISTRATION_ENABLED: 'true',
    });
    const citizen = await makeAccount(service, 'citizen', 'citizen');
    const official = await makeAccount(service, 'official', 'city_official');
    const admin = await makeAccount(service, 'admin', 'admin');
    const { id, key: apiKey } = await makeApiKey(service, admin.token);
    await clientWith(service, admin).delete(`/users/api-keys/${id}`);
    const clients = {
      anonymous: clientWith(service),
      citizen: clientWith(service, citizen),
      city_official: clientWith(service, official),
      admin: clientWith(service, admin),
      'expired token': clientWith(service, { token: expired(service, admin.token) }),
      'revoked key': clientWith(service, { apiKey }),
    };
    return new City(service, clients, citizen.username);
  }

  /** The status that the caller gets; the answer is one that is documented. */
  async statusFor(caller: CallerKind, operationId: string): Promise<number> {
    this.existing ??= await this.makeExisting();
    const call = OPERATIONS[operationId]?.call(this.existing);
    if (call === undefined) throw new Error(`${operationId}: say in operations.ts who may call it`);
    const { method, path: url, body: data } = call;
    const answer = await this.clients[caller].request<unknown>({ method, url, data });
    expectDocumented(operationId, answer);
    if (method !== 'GET' && answer.status < 400) this.existing = undefined;
    return answer.status;
  }

  private async makeExisting(): Promise<Existing> {
    const { username, report, entity, subscription } = newExisting(this.username);
    const { data } = await this.clients.admin.post<{ id: string }>('/api/v1/citizen-reports', report);
    await this.clients.admin.post('/ngsi-ld/v1/entities', entity);
    await this.clients.admin.post('/ngsi-ld/v1/subscriptions', subscription);
    return { username, report: data.id, entity: entity.id, subscription: subscription.id };
  }
}

const statusOf = (operationId: string): number =>
  OPERATIONS[operationId]?.call({ username: '', report: '', entity: '', subscription: '' }).status ?? 0;

const accessTo = (operationId: string): Access | undefined => OPERATIONS[operationId]?.access;

function expectedStatus(caller: CallerKind, operationId: string): number {
  const access = accessTo(operationId);
  if (access === 'public') return statusOf(operationId);
  const role = ROLES.find((name) => name === caller);
  if (role === undefined) return 401;
  return access === 'own-account' || access?.includes(role) ? statusOf(operationId) : 403;
}

function expectedStatusWithoutAuthentication(caller: CallerKind, operationId: string): number {
  const access = accessTo(operationId);
  if (access === 'public') return statusOf(operationId);
  if (REFUSED.includes(caller)) return 401;
  return access === 'own-account' && caller === 'anonymous' ? 401 : statusOf(operationId);
}

describe.each([
  ['true', expectedStatus],
  ['false', expectedStatusWithoutAuthentication],
])('the permission matrix with AUTH_ENABLED=%s', (enabled, expected) => {
  let city: City;
  beforeAll(async () => {
    city = await City.start(enabled === 'true');
  });
  afterAll(() => city.service.stop());

  it('knows every operation of the OpenAPI document', async () => {
    const ids = (await operationsOf(city.service)).map(({ operationId }) => operationId);
    expect(ids.sort()).toEqual(Object.keys(OPERATIONS).sort());
  });

  it.each(Object.keys(OPERATIONS))('%s', async (operationId) => {
    const found: Partial<Record<CallerKind, number>> = {};
    for (const caller of CALLERS) found[caller] = await city.statusFor(caller, operationId);
    expect(found).toEqual(
      Object.fromEntries(CALLERS.map((caller) => [caller, expected(caller, operationId)])),
    );
  });
});

describe('the declaration of access', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('stands at every route, documented or not', () => {
    const reflector = service.app.get(Reflector);
    const controllers = [...service.app.get(ModulesContainer).values()]
      .flatMap((module) => [...module.controllers.values()])
      .map(({ metatype }) => metatype as Type);
    const undeclared = controllers.flatMap((controller) =>
      routesOf(controller)
        .filter((route) => reflector.getAllAndOverride(ACCESS, [route, controller]) === undefined)
        .map((route) => `${controller.name}.${route.name}`),
    );
    expect(controllers.flatMap(routesOf).length).toBeGreaterThanOrEqual(Object.keys(OPERATIONS).length);
    expect(undeclared).toEqual([]);
  });

  it('is what the OpenAPI document says of credentials', async () => {
    for (const { operationId, security } of await operationsOf(service)) {
      expect([operationId, security.length === 0]).toEqual([operationId, accessTo(operationId) === 'public']);
    }
  });
});
