import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ContextBrokerOptions } from '../../src/context-broker/context-broker.options';
import { type RunningService, startService } from '../support/service';
import { temporaryDirectory } from '../support/temporary-directory';
import { type BrokerClient, brokerClient, problem } from './broker-client';
import { openTenants } from './open-tenants';

const tenant = (name: string) => ({ 'NGSILD-Tenant': name });

describe('tenants', () => {
  let service: RunningService;
  let send: BrokerClient;
  beforeAll(async () => {
    service = await startService();
    send = brokerClient(service.url);
  });
  afterAll(() => service.stop());

  const files = () => {
    const directory = join(service.dataDirectory, 'broker', 'tenants');
    return existsSync(directory) ? readdirSync(directory).filter((file) => file.endsWith('.sqlite')) : [];
  };

  it('appear with their first write and are apart from one another', async () => {
    const id = 'urn:ngsi-ld:Thing:1';
    const at = { north: 1, south: 2 };
    for (const [name, value] of Object.entries(at)) {
      const created = await send(
        'POST',
        '/entities',
        { id, type: 'Thing', where: { type: 'Property', value } },
        tenant(name),
      );
      expect(created).toMatchObject({ status: 201, headers: { 'ngsild-tenant': name } });
    }
    for (const [name, value] of Object.entries(at)) {
      const read = await send('GET', `/entities/${id}`, undefined, tenant(name));
      expect(read).toMatchObject({
        status: 200,
        headers: { 'ngsild-tenant': name },
        data: { where: { value } },
      });
      expect((await send('GET', '/entities?type=Thing', undefined, tenant(name))).data).toHaveLength(1);
    }
    const read = await send('GET', `/entities/${id}`);
    expect(read).toMatchObject(problem(404, 'ResourceNotFound', id));
    expect(read.headers).not.toHaveProperty('ngsild-tenant');
    expect(files()).toEqual(['north.sqlite', 'south.sqlite']);
  });

  it.each([
    ['POST', '/entityOperations/create', 201],
    ['POST', '/entityOperations/upsert', 201],
  ])('appear with %s %s', async (method, path, status) => {
    const name = `made-by-${path.split('/').at(-1)}`;
    const answer = await send(method, path, [{ id: 'urn:x:1', type: 'Thing' }], tenant(name));
    expect(answer).toMatchObject({ status, headers: { 'ngsild-tenant': name } });
    expect(files()).toContain(`${name}.sqlite`);
  });

  it.each([
    ['GET', '/entities?type=Thing'],
    ['GET', '/entities/urn:x:1'],
    ['GET', '/types'],
    ['GET', '/temporal/entities/urn:x:1'],
    ['DELETE', '/entities/urn:x:1'],
  ])('that do not exist are told of to %s %s', async (method, path) => {
    const answer = await send(method, path, undefined, tenant('nobody'));
    expect(answer).toMatchObject(problem(404, 'NonexistentTenant', /nobody/));
    expect(answer.headers).toHaveProperty('ngsild-tenant', 'nobody');
    expect(files()).not.toContain('nobody.sqlite');
  });

  it.each<[string, string, unknown]>([
    ['an entity that is none', '/entities', { id: 'no uri', type: 'Thing' }],
    ['no JSON', '/entities', '{'],
    ['an attribute of no entity', '/entities/urn:x:1/attrs', { a: 1 }],
  ])('do not appear with %s', async (_, path, body) => {
    const answer = await send('POST', path, body, tenant('nearly'));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers).toHaveProperty('ngsild-tenant', 'nearly');
    expect(files()).not.toContain('nearly.sqlite');
  });

  it.each(['../default', 'a/b', 'a b', '%2e%2e', 'x'.repeat(81), 'đ'])(
    'cannot be called %s',
    async (name) => {
      const answer = await send('POST', '/entities', { id: 'urn:x:1', type: 'T' }, tenant(encodeURI(name)));
      expect(answer).toMatchObject(problem(400, 'BadRequestData', /NGSILD-Tenant/));
    },
  );

  it('are told apart by case, whatever the file system does', async () => {
    for (const name of ['Case', 'case', 'urn:ngsi-ld:tenant:a.b']) {
      await send('POST', '/entities', { id: 'urn:x:1', type: name.replace(/\W/g, '') }, tenant(name));
    }
    expect(files()).toEqual(
      expect.arrayContaining(['%43ase.sqlite', 'case.sqlite', 'urn%3angsi-ld%3atenant%3aa%2eb.sqlite']),
    );
    expect((await send('GET', '/entities/urn:x:1', undefined, tenant('Case'))).data).toHaveProperty(
      'type',
      'Case',
    );
  });
});

describe('many tenants', () => {
  const directory = temporaryDirectory();
  const options = Object.assign(new ContextBrokerOptions(), { dataDirectory: directory.path });
  const opened = openTenants(options);
  afterAll(async () => {
    await opened.close();
    directory.remove();
  });

  it('are opened as they are needed, and those in use are never closed', async () => {
    const { tenants } = opened;
    const names = Array.from({ length: 70 }, (_, at) => `tenant-${at}`);
    const held = tenants.lease('held', { create: true });
    for (const name of names) {
      const { broker, release } = tenants.lease(name, { create: true });
      await broker.create({ id: `urn:x:${name}`, type: 'Thing' });
      release();
    }
    await held.broker.create({ id: 'urn:x:held', type: 'Thing' });
    held.release();
    for (const name of names) {
      const { broker, release } = tenants.lease(name);
      const { rows } = await broker.query({ types: [['Thing']], limit: 10, offset: 0, count: false });
      expect(rows.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual([`urn:x:${name}`]);
      release();
    }
    expect(tenants.names()).toEqual(['held', ...names].sort());
  });

  it('are not closed while a write is waiting', async () => {
    const { tenants } = opened;
    const { broker, release } = tenants.lease('tenant-0');
    const written = broker.create({ id: 'urn:x:waiting', type: 'Thing' });
    release();
    for (let at = 1; at < 70; at += 1) tenants.lease(`tenant-${at}`).release();
    const again = tenants.lease('tenant-0');
    expect(again.broker).toBe(broker);
    again.release();
    await written;
  });

  it('are refused when too many are in use at a time', () => {
    const leases = Array.from({ length: 64 }, (_, at) => opened.tenants.lease(`tenant-${at}`));
    expect(() => opened.tenants.lease('tenant-69')).toThrow(/busy/);
    for (const { release } of leases) release();
    opened.tenants.lease('tenant-69').release();
  });
});
