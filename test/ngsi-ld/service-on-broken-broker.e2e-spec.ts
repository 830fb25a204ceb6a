import { setTimeout } from 'node:timers/promises';
import axios, { type AxiosResponse } from 'axios';
import { type RunningService, startService } from '../support/service';
import { MISBEHAVIOURS, type Misbehaviour, MisbehavingProxy } from './misbehaving-proxy';

const client = axios.create({ validateStatus: () => true });
const REPORTS = '/api/v1/citizen-reports';
const draft = { description: 'A deep pothole', location: { type: 'Point', coordinates: [106.7, 10.77] } };

let broker: RunningService;
let proxy: MisbehavingProxy;
let service: RunningService;

beforeAll(async () => {
  broker = await startService();
  proxy = new MisbehavingProxy(broker.url);
  await proxy.start();
});
beforeEach(() => {
  proxy.orders = undefined;
});
afterEach(() => service.stop());
afterAll(async () => {
  await proxy.stop();
  await broker.stop();
});

const startBehindProxy = async (timeout: number) => {
  service = await startService({ BROKER_URL: proxy.url, BROKER_TIMEOUT_MS: String(timeout) });
};

it.each(Object.keys(MISBEHAVIOURS) as Misbehaviour[])(
  'answers 502 or 503, in its own words, when the broker does %s',
  async (misbehaviour) => {
    await startBehindProxy(100);
    proxy.orders = { misbehaviour };
    const report = `${service.url}${REPORTS}/urn:ngsi-ld:CitizenReport:1`;
    const answers: AxiosResponse<unknown>[] = [
      await client.post(`${service.url}${REPORTS}`, draft),
      await client.get(`${service.url}${REPORTS}?status=pending`),
      await client.get(report),
      await client.patch(report, { status: 'resolved' }),
      await client.delete(report),
      await client.get(`${service.url}/readyz`),
    ];
    for (const { status, data, headers } of answers) {
      const unavailable = status === 503;
      expect({ status, data, 'retry-after': headers['retry-after'] as unknown }).toEqual({
        status: unavailable ? 503 : 502,
        data: {
          status_code: status,
          error_type: unavailable ? 'BrokerUnavailable' : 'BrokerError',
          detail: expect.any(String) as string,
          ...(unavailable && { retry_after: 5 }),
          request_id: headers['x-request-id'] as unknown,
        },
        'retry-after': unavailable ? '5' : undefined,
      });
      expect(JSON.stringify(data)).not.toMatch(/secret|xxx/);
    }
    expect((await client.get(`${service.url}/healthz`)).status).toBe(200);
  },
);

it('serves again when the broker does', async () => {
  await startBehindProxy(10_000);
  await proxy.stop();
  const refused = Array.from({ length: 10 }, () => client.get(`${service.url}${REPORTS}`));
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 503));
  await proxy.start();
  while ((await client.get(`${service.url}/readyz`)).status !== 200) {
    await setTimeout(100);
  }
  const created = await client.post<{ id: string }>(`${service.url}${REPORTS}`, draft);
  expect(created.status).toBe(201);
  const read = await client.get<unknown>(`${service.url}${REPORTS}/${created.data.id}`);
  expect(read.data).toEqual(created.data);
});

it('acknowledges no report that is not stored, whatever the broker does on the way', async () => {
  await startBehindProxy(10_000);
  const acknowledged: string[] = [];
  for (const misbehaviour of [
    'resetBeforeHeaders',
    'resetInBody',
    'halfJson',
    'html',
    'badGateway',
  ] as const) {
    for (const afterForwarding of [true, false]) {
      proxy.orders = { misbehaviour, afterForwarding, times: 1 };
      const { status, data } = await client.post<{ id: string }>(`${service.url}${REPORTS}`, draft);
      expect([201, 502, 503]).toContain(status);
      if (status === 201) {
        acknowledged.push(data.id);
      }
    }
  }
  proxy.orders = undefined;
  expect(acknowledged).toHaveLength(3);
  for (const id of acknowledged) {
    expect((await client.get(`${broker.url}${REPORTS}/${id}`)).status).toBe(200);
  }
});
