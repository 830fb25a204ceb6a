import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/service';
import { startServiceProcess } from '../support/service-process';
import { brokerClient } from './broker-client';
import { type Notified, ok, startReceiver } from './receiver';
import { eventually, subscribe, subscription } from './subscription-client';

const TLS = join(__dirname, '../support/tls');
const CERTIFICATE = join(TLS, 'certificate.pem');

const ROUNDS = 3;
const WRITERS = 8;

/** Writes that are acknowledged before the process is killed. */
const ACKNOWLEDGED = 40;

describe('durability of notifications', () => {
  const directory = temporaryDirectory();
  const variables = { DATA_DIR: directory.path, LOG_LEVEL: 'silent', NGSI_LD_ALLOW_PRIVATE_HOSTS: 'true' };
  afterAll(() => directory.remove());

  it(`delivers every acknowledged change over ${ROUNDS} kills, in order`, async () => {
    const receiver = await startReceiver();
    // Some answers fail and some are late, so that there is always something left to send.
    receiver.answer = (response, request) => {
      const n = receiver.received.length;
      if (n % 5 === 0) response.writeHead(503).end();
      else setTimeout(() => ok(response, request), n % 3 === 0 ? 20 : 0);
    };
    const acknowledged = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const service = await startServiceProcess(variables);
      const send = brokerClient(service.url);
      if (round === 0) await subscribe(send, subscription('Durable', receiver.url));
      let killed: Promise<unknown> | undefined;
      let count = 0;
      const write = async (writer: number) => {
        const id = `urn:x:Durable:${round}-${writer}`;
        for (let n = 0; killed === undefined; n += 1) {
          const answer =
            n === 0
              ? send('POST', '/entities', { id, type: 'Durable', n })
              : send('PATCH', `/entities/${id}/attrs`, { n });
          const { status } = await answer.catch(() => ({ status: 0 }));
          if (status !== 201 && status !== 204) continue;
          acknowledged.set(id, n);
          count += 1;
          if (count >= ACKNOWLEDGED) killed ??= service.stop('SIGKILL');
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      expect(await killed).toBe('SIGKILL');
    }

    const service = await startServiceProcess(variables);
    receiver.answer = ok;
    const told = () => statesById(receiver.received.map(({ body }) => body));
    const isTold = ([id, n]: [string, number]) => (told().get(id) ?? []).includes(n);
    while (![...acknowledged].every(isTold)) await receiver.count(receiver.received.length + 1);
    for (const [id, n] of acknowledged) {
      const states = told().get(id) ?? [];
      // A notification whose answer was lost comes again, before those after it.
      expect(states).toEqual([...states].sort((a, b) => a - b));
      expect([...new Set(states)].filter((state) => state <= n)).toEqual(
        Array.from({ length: n + 1 }, (_, at) => at),
      );
    }
    expect(await service.stop()).toBe(0);
    await receiver.close();
  }, 120_000);

  it('goes on without being asked, over HTTPS to a receiver whose certificate is trusted', async () => {
    const tenant = { 'NGSILD-Tenant': 'quiet' };
    const received: { body: Notified; tenant: unknown }[] = [];
    const options = { key: readFileSync(join(TLS, 'key.pem')), cert: readFileSync(CERTIFICATE) };
    const server = createServer(options, (request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        received.push({ body: JSON.parse(text) as Notified, tenant: request.headers['ngsild-tenant'] });
        response.writeHead(204).end();
        server.emit('notified');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://localhost:${(server.address() as AddressInfo).port}/notify`;

    const wary = await startServiceProcess(variables);
    const send = brokerClient(wary.url);
    const path = await subscribe(send, subscription('Secret', url), tenant);
    await send('POST', '/entities', { id: 'urn:x:Secret:1', type: 'Secret', a: 1 }, tenant);
    await eventually(
      () => send('GET', path, undefined, tenant),
      ({ notification }) => notification?.['status'] === 'failed',
    );
    expect(received).toEqual([]);
    expect(await wary.stop()).toBe(0);

    const trusting = await startServiceProcess({ ...variables, NODE_EXTRA_CA_CERTS: CERTIFICATE });
    while (received.length === 0) await once(server, 'notified');
    expect(received).toMatchObject([{ body: { data: [{ id: 'urn:x:Secret:1' }] }, tenant: 'quiet' }]);
    expect(await trusting.stop()).toBe(0);
    server.closeAllConnections();
    server.close();
  }, 60_000);
});

/** The states in the order in which they were told. */
function statesById(notifications: readonly Notified[]): Map<string, number[]> {
  const states = new Map<string, number[]>();
  for (const { data } of notifications) {
    for (const entity of data) {
      const id = String(entity['id']);
      const present = states.get(id) ?? [];
      states.set(id, [...present, (entity['n'] as { value: number }).value]);
    }
  }
  return states;
}
