import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import { isPublic } from './address-guard';
import { type Agents, guardedAgents } from './guarded-agents';

describe('isPublic', () => {
  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('lets %s through', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'localhost',
  ])('refuses %s', (address) => {
    expect(isPublic(address)).toBe(false);
  });
});

describe('guardedAgents', () => {
  let server: Server;
  let port: number;
  let agents: Agents;
  let requests = 0;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      requests += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  beforeEach(() => {
    requests = 0;
  });
  afterEach(() => {
    agents.httpAgent.destroy();
    agents.httpsAgent.destroy();
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each(['http', 'https'])('refuse loopback over %s, by address and by name', async (protocol) => {
    agents = guardedAgents(false, { maxSockets: 1 });
    const hosts = ['127.0.0.1', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '0x7f.1'];
    const calls = hosts.map((host) =>
      axios.get(`${protocol}://${host}:${port}/`, { ...agents, proxy: false }),
    );
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: { message: /not an address of the public/ } });
    }
    expect(requests).toBe(0);
  });

  it('reach it where that is allowed', async () => {
    agents = guardedAgents(true);
    await axios.get(`http://localhost:${port}/`, { ...agents, proxy: false });
    expect(requests).toBe(1);
  });
});
