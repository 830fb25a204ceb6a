import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Kysely } from 'kysely';
import type { Tables } from '../../src/database/tables';
import { dateTime, property } from '../../src/ngsi-ld/entity';
import { NgsiLdBrokerService } from '../../src/ngsi-ld/ngsi-ld-broker.service';
import { clientWith, makeAccount } from '../support/accounts';
import { expectDocumented } from '../support/openapi';
import { type RunningService, startService } from '../support/service';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Writes reports to the broker with these attributes. */
async function write(
  service: RunningService,
  reports: { created: Date; [attribute: string]: string | Date }[],
) {
  const entities = reports.map(({ created, ...values }, index) => ({
    id: `urn:ngsi-ld:CitizenReport:${index}`,
    type: 'CitizenReport',
    dateCreated: dateTime(created),
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, property(String(value))])),
  }));
  await service.app.get(NgsiLdBrokerService, { strict: false }).writeEntities(entities, 'create');
}

/** No day ends there while a test runs. */
function zoneWhereItIsNoon(): string {
  const hoursBehind = new Date().getUTCHours() - 12;
  return `Etc/GMT${hoursBehind < 0 ? hoursBehind : `+${hoursBehind}`}`;
}

describe('GET /admin/stats', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ TIME_ZONE: zoneWhereItIsNoon() });
  });
  afterAll(() => service.stop());

  it('counts reports and users', async () => {
    const now = new Date();
    const yesterday = new Date(now.getTime() - 14 * HOUR_MS);
    const longAgo = new Date(now.getTime() - 40 * DAY_MS);
    await write(service, [
      { created: now, category: 'streetlight', status: 'pending', priority: 'high' },
      { created: now, category: 'streetlight', status: 'resolved' },
      { created: longAgo, category: 'waste', status: 'pending', priority: 'low' },
      { created: yesterday, category: 'of another system', status: 'pending' },
    ]);
    const [ada, mai] = [
      await makeAccount(service, 'ada', 'citizen'),
      await makeAccount(service, 'mai', 'citizen'),
    ];
    await makeAccount(service, 'never-seen', 'citizen');
    await clientWith(service, ada).get('/api/v1/users/me');
    await clientWith(service, ada).get('/api/v1/users/me');
    await clientWith(service, mai).get('/api/v1/users/me');
    await service.app
      .get<Kysely<Tables>>(Kysely, { strict: false })
      .updateTable('users')
      .set({ last_seen_at: new Date(now.getTime() - 31 * DAY_MS).toISOString() })
      .where('id', '=', mai.id)
      .execute();

    const answer = await clientWith(service).get<Record<string, unknown>>('/admin/stats');
    expectDocumented('getStatistics', answer);
    expect({ status: answer.status, data: answer.data }).toEqual({
      status: 200,
      data: {
        total_reports: 4,
        reports_by_category: expect.objectContaining({ streetlight: 2, waste: 1, noise: 0 }) as object,
        reports_by_priority: { low: 1, medium: 0, high: 1, critical: 0 },
        reports_by_status: {
          pending: 3,
          acknowledged: 0,
          in_progress: 0,
          resolved: 1,
          closed: 0,
          rejected: 0,
        },
        reports_today: 2,
        reports_this_week: expect.any(Number) as number,
        active_users: 1,
        total_users: 3,
      },
    });
  });

  it('refuses unknown parameters', async () => {
    const answer = await clientWith(service).get('/admin/stats?since=today');
    expectDocumented('getStatistics', answer);
    expect(answer.status).toBe(422);
  });
});

describe('GET /admin/stats with an external broker', () => {
  let upstream: Server;
  let asked: URL[];
  let service: RunningService;
  beforeAll(async () => {
    upstream = createServer((request, response) => {
      asked.push(new URL(request.url ?? '', 'http://broker'));
      response.setHeader('Content-Type', 'application/json').setHeader('NGSILD-Results-Count', '7').end('[]');
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port } = upstream.address() as AddressInfo;
    service = await startService({ BROKER_URL: `http://127.0.0.1:${port}` });
  });
  beforeEach(() => (asked = []));
  afterAll(async () => {
    await service.stop();
    upstream.close();
  });

  it('asks it for counts alone, and once for all who ask at a time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => clientWith(service).get<{ total_reports: number }>('/admin/stats')),
    );
    expect(answers.map(({ data }) => data.total_reports)).toEqual(Array(20).fill(7));
    const limits = new Set(asked.map(({ searchParams }) => searchParams.get('limit')));
    expect([...limits].every((limit) => Number(limit) <= 1)).toBe(true);
    const questions = asked.map(({ search }) => search);
    expect(new Set(questions).size).toBe(questions.length);
  });
});

describe('GET /admin/health', () => {
  const up = { status: 'up', latency_ms: expect.any(Number) as number };

  it('shows every part while all is well', async () => {
    const service = await startService();
    const answer = await clientWith(service).get('/admin/health');
    expectDocumented('getServiceHealth', answer);
    expect({ status: answer.status, data: answer.data as object }).toEqual({
      status: 200,
      data: {
        status: 'healthy',
        services: {
          backend: { status: 'up' },
          broker: { ...up, kind: 'embedded' },
          database: { ...up, kind: 'sqlite' },
          redis: { status: 'disabled' },
          ai_service: { status: 'disabled' },
          vector_search: { status: 'disabled' },
        },
        uptime: expect.any(Number) as number,
        version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      },
    });
    await service.stop();
  });

  it('answers 503 within seconds when the broker hangs, and says which part it is', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const service = await startService({
      BROKER_URL: `http://127.0.0.1:${port}`,
      BROKER_TIMEOUT_MS: '60000',
    });
    const answer = await clientWith(service).get('/admin/health');
    expectDocumented('getServiceHealth', answer);
    expect(answer).toMatchObject({
      status: 503,
      data: {
        status: 'unhealthy',
        services: { broker: { status: 'down', kind: 'external' }, database: { status: 'up' } },
      },
    });
    silent.closeAllConnections();
    await service.stop();
    silent.close();
  });

  it('answers 503 when the database is down', async () => {
    const service = await startService();
    await service.app.get<Kysely<Tables>>(Kysely, { strict: false }).destroy();
    const { status, data } = await clientWith(service).get<object>('/admin/health');
    expect({ status, data }).toMatchObject({
      status: 503,
      data: { status: 'unhealthy', services: { broker: { status: 'up' }, database: { status: 'down' } } },
    });
    await service.stop();
  });

  it('is degraded, with 200, when Redis is away', async () => {
    const service = await startService({ RATE_LIMIT_ENABLED: 'true', REDIS_URL: 'redis://127.0.0.1:9' });
    const answer = await clientWith(service).get('/admin/health');
    expectDocumented('getServiceHealth', answer);
    expect(answer).toMatchObject({
      status: 200,
      data: { status: 'degraded', services: { redis: { status: 'down' } } },
    });
    await service.stop();
  });
});
