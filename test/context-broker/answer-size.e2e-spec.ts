import axios from 'axios';
import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient, problem } from './broker-client';

describe('answers of large entities', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
    for (let at = 0; at < 20; at++) {
      const entity = {
        id: `urn:ngsi-ld:CitizenReport:${at}`,
        type: 'CitizenReport',
        notes: 'x'.repeat(1_000_000),
      };
      expect((await send('POST', '/entities', entity)).status).toBe(201);
    }
  });
  afterAll(() => service.stop());

  it.each([
    '/entities?type=CitizenReport&limit=100',
    '/entities?type=CitizenReport&limit=100&q=notes~="x$"',
    '/temporal/entities?type=CitizenReport&timerel=after&timeAt=2020-01-01T00:00:00Z&timeproperty=modifiedAt',
  ])('are refused beyond 16 MB: %s', async (path) => {
    expect(await send('GET', path)).toMatchObject(problem(403, 'TooManyResults', 'ask for less'));
  });

  it('are given up to there', async () => {
    expect((await send('GET', '/entities?type=CitizenReport&limit=10')).data).toHaveLength(10);
  });

  it('are refused to lists of reports as well', async () => {
    const url = `${service.url}/api/v1/citizen-reports`;
    const { status, data } = await axios.get<object>(url, { validateStatus: () => true });
    expect({ status, data }).toMatchObject({ status: 422, data: { error_type: 'PageTooLarge' } });
    expect((await axios.get(`${url}?limit=10`)).status).toBe(200);
  });
});
