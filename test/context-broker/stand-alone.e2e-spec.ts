import { join } from 'node:path';
import axios from 'axios';
import { temporaryDirectory } from '../support/temporary-directory';
import { startBrokerProcess, startServiceProcess } from '../support/service-process';
import { brokerClient } from './broker-client';

describe('the stand-alone broker', () => {
  const directory = temporaryDirectory();
  afterAll(() => directory.remove());

  it('is shared by several instances of the service, and keeps what they wrote', async () => {
    const token = 'a-token-for-the-broker';
    const broker = await startBrokerProcess({
      DATA_DIR: join(directory.path, 'one'),
      BROKER_TOKEN: token,
    });
    const settings = { BROKER_URL: broker.url, BROKER_TOKEN: token, BROKER_TENANT: 'city' };
    const services = await Promise.all(
      ['one', 'two'].map((name) =>
        startServiceProcess({ ...settings, DATA_DIR: join(directory.path, name) }),
      ),
    );
    const [first, second] = services.map(({ url }) => `${url}/api/v1/citizen-reports`);
    const report = { description: 'A pothole', location: { type: 'Point', coordinates: [106.7, 10.77] } };
    const { data } = await axios.post<{ id: string }>(first ?? '', report);
    expect((await axios.get(`${second}/${data.id}`)).status).toBe(200);
    for (const service of services) expect(await service.stop()).toBe(0);

    const send = brokerClient(broker.url);
    expect((await send('GET', '/types')).status).toBe(401);
    expect((await send('GET', '/types', undefined, { Authorization: 'Bearer other' })).status).toBe(401);
    const headers = { Authorization: `Bearer ${token}`, 'NGSILD-Tenant': 'city' };
    expect((await send('GET', '/types', undefined, headers)).data).toMatchObject({
      typeList: ['CitizenReport'],
    });
    expect((await axios.get(`${broker.url}/healthz`)).status).toBe(200);
    expect((await axios.get(`${broker.url}/readyz`)).status).toBe(200);
    expect(await broker.stop()).toBe(0);

    const again = await startBrokerProcess({ DATA_DIR: join(directory.path, 'one') });
    const kept = await brokerClient(again.url)('GET', `/entities/${data.id}`, undefined, {
      'NGSILD-Tenant': 'city',
    });
    expect(kept.status).toBe(200);
    expect(await again.stop()).toBe(0);
  }, 90_000);
});
