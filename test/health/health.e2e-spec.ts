import axios from 'axios';
import { type RunningService, startService } from '../support/service';

const client = axios.create({ validateStatus: () => true });

describe('liveness and readiness', () => {
  it('are ok with the embedded broker', async () => {
    const service = await startService();
    for (const path of ['/healthz', '/readyz']) {
      const { status, data } = await client.get<object>(service.url + path);
      expect({ status, data }).toEqual({ status: 200, data: { status: 'ok' } });
    }
    await service.stop();
  });

  it('tell an unreachable broker from a dead process', async () => {
    const service: RunningService = await startService({
      BROKER_URL: 'http://127.0.0.1:9',
      BROKER_TIMEOUT_MS: '500',
    });
    expect((await client.get(`${service.url}/healthz`)).status).toBe(200);
    const { status, data } = await client.get<object>(`${service.url}/readyz`);
    expect({ status, data }).toMatchObject({ status: 503, data: { error_type: 'BrokerUnavailable' } });
    await service.stop();
  });

  it('refuse unknown parameters', async () => {
    const service = await startService();
    const { status, data } = await client.get<object>(`${service.url}/healthz?verbose=1`);
    expect({ status, data }).toMatchObject({
      status: 422,
      data: { errors: [{ loc: ['query', 'verbose'] }] },
    });
    await service.stop();
  });
});
