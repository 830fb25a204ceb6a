import { setTimeout } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { BrokerError, BrokerUnavailableError, EntityExistsError } from '../../src/ngsi-ld/broker-errors';
import { type Entity, property } from '../../src/ngsi-ld/entity';
import { ExternalBrokerAdapter } from '../../src/ngsi-ld/external/external-broker.adapter';
import { type RunningService, startService } from '../support/service';
import { type Misbehaviour, MisbehavingProxy } from './misbehaving-proxy';

const HANGS: Misbehaviour[] = ['hangBeforeHeaders', 'hangInBody', 'slowDrip'];
const UNAVAILABLE: Misbehaviour[] = ['resetBeforeHeaders', 'resetInBody', 'endInBody', 'overloaded'];
const UNUSABLE: Misbehaviour[] = [
  'internalError',
  'badGateway',
  'gatewayTimeout',
  'html',
  'halfJson',
  'tenMegabytes',
  'unauthorized',
  'redirect',
  'noHttp',
];
const QUICK = [...UNAVAILABLE, ...UNUSABLE];
const ALL = [...HANGS, ...QUICK];

let broker: RunningService;
let proxy: MisbehavingProxy;
let adapter: ExternalBrokerAdapter;
let direct: ExternalBrokerAdapter;

const newReport = (): Entity => ({
  id: `urn:ngsi-ld:CitizenReport:${uuid()}`,
  type: 'CitizenReport',
  title: property('Pothole'),
});

/** Opens another adapter, for options of its own. */
const withOptions = (options: Partial<ConstructorParameters<typeof ExternalBrokerAdapter>[0]> = {}) => {
  adapter.onApplicationShutdown();
  adapter = new ExternalBrokerAdapter({
    url: proxy.url,
    retryDelayMs: 1,
    breakAfter: Number.MAX_SAFE_INTEGER,
    ...options,
  });
};

const failureOf = async (call: Promise<unknown>): Promise<unknown> => {
  const result = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in result) {
    throw new Error(`expected a failure, got ${JSON.stringify(result.value)}`);
  }
  return result.error;
};

beforeAll(async () => {
  broker = await startService();
  Logger.overrideLogger(false);
  proxy = new MisbehavingProxy(broker.url);
  await proxy.start();
  direct = new ExternalBrokerAdapter({ url: broker.url });
  adapter = new ExternalBrokerAdapter({ url: proxy.url });
});
beforeEach(() => {
  proxy.orders = undefined;
  proxy.requests = 0;
  withOptions();
});
afterAll(async () => {
  adapter.onApplicationShutdown();
  direct.onApplicationShutdown();
  await proxy.stop();
  await broker.stop();
});

const calls: Record<string, () => Promise<unknown>> = {
  createEntity: () => adapter.createEntity(newReport()),
  findEntity: () => adapter.findEntity('urn:ngsi-ld:CitizenReport:1'),
  queryEntities: () => adapter.queryEntities({ type: 'CitizenReport', limit: 10 }),
  count: () => adapter.queryEntities({ type: 'CitizenReport', limit: 0 }),
  updateAttributes: () => adapter.updateAttributes('urn:ngsi-ld:CitizenReport:1', { title: property('x') }),
  deleteEntity: () => adapter.deleteEntity('urn:ngsi-ld:CitizenReport:1'),
  writeEntities: () => adapter.writeEntities([newReport()], 'replace'),
  countByValue: () => adapter.countByValue('CitizenReport', 'status', ['pending', 'resolved']),
  findHistory: () => adapter.findHistory('urn:ngsi-ld:CitizenReport:1', 10),
  ping: () => adapter.ping(),
};

describe.each(Object.keys(calls))('%s', (name) => {
  const call = () => calls[name]?.() ?? Promise.reject(new Error(`no call ${name}`));

  it.each(HANGS)('is 503 when its time is over and the broker does %s', async (misbehaviour) => {
    withOptions({ timeoutMs: 100 });
    proxy.orders = { misbehaviour };
    expect(await failureOf(call())).toMatchObject({
      message: 'The broker did not answer in time',
      status: 503,
    });
  });

  it.each(UNAVAILABLE)('is 503 when the broker does %s', async (misbehaviour) => {
    proxy.orders = { misbehaviour };
    expect(await failureOf(call())).toBeInstanceOf(BrokerUnavailableError);
  });

  it.each(UNUSABLE)('is 502 when the broker does %s', async (misbehaviour) => {
    proxy.orders = { misbehaviour };
    const error = await failureOf(call());
    expect(error).toBeInstanceOf(BrokerError);
    expect(String((error as Error).message)).not.toMatch(/secret|xxx/);
  });

  it('is 503 when connections are refused', async () => {
    await proxy.stop();
    const error = await failureOf(call());
    await proxy.start();
    expect(error).toBeInstanceOf(BrokerUnavailableError);
  });
});

describe('a passing failure', () => {
  it.each<Misbehaviour>(['resetBeforeHeaders', 'resetInBody', 'badGateway', 'overloaded', 'gatewayTimeout'])(
    'is made up for by repeating what may be repeated: %s',
    async (misbehaviour) => {
      const report = newReport();
      await direct.createEntity(report);
      for (const call of [
        () => adapter.findEntity(report.id),
        () => adapter.updateAttributes(report.id, { title: property('Hole') }),
        () => adapter.deleteEntity(report.id),
      ]) {
        proxy.orders = { misbehaviour, times: 2 };
        expect(await call()).toBeTruthy();
      }
    },
  );

  it('ends after two repetitions', async () => {
    proxy.orders = { misbehaviour: 'overloaded' };
    await failureOf(adapter.ping());
    expect(proxy.requests).toBe(3);
  });

  it('is not repeated beyond the time of the call', async () => {
    withOptions({ timeoutMs: 100, retryDelayMs: 60_000 });
    proxy.orders = { misbehaviour: 'overloaded', times: 1 };
    expect(await failureOf(adapter.ping())).toMatchObject({ message: 'The broker did not answer in time' });
    expect(proxy.requests).toBe(1);
  });

  it.each(['internalError', 'unauthorized', 'redirect', 'html'] as const)(
    'does not include %s',
    async (misbehaviour) => {
      proxy.orders = { misbehaviour };
      await failureOf(adapter.ping());
      expect(proxy.requests).toBe(1);
    },
  );
});

describe('a create whose answer is lost', () => {
  it.each<Misbehaviour>(['resetBeforeHeaders', 'resetInBody', 'endInBody', 'gatewayTimeout', 'badGateway'])(
    'is done when the broker has the entity: %s',
    async (misbehaviour) => {
      const report = newReport();
      proxy.orders = { misbehaviour, times: 1, afterForwarding: true };
      await adapter.createEntity(report);
      expect(await direct.findEntity(report.id)).toEqual(report);
    },
  );

  it('has failed when the broker does not have the entity, and is not sent again', async () => {
    const report = newReport();
    proxy.orders = { misbehaviour: 'resetBeforeHeaders', times: 1 };
    expect(await failureOf(adapter.createEntity(report))).toBeInstanceOf(BrokerUnavailableError);
    expect(await direct.findEntity(report.id)).toBeUndefined();
    expect(proxy.requests).toBe(2);
  });

  it('has failed when the broker has another entity of that id', async () => {
    const report = newReport();
    await direct.createEntity({ ...report, title: property('Other') });
    proxy.orders = { misbehaviour: 'resetBeforeHeaders', times: 1, afterForwarding: true };
    expect(await failureOf(adapter.createEntity(report))).toBeInstanceOf(EntityExistsError);
  });

  it('is not said to be done while the broker cannot be asked', async () => {
    proxy.orders = { misbehaviour: 'resetBeforeHeaders', afterForwarding: true };
    expect(await failureOf(adapter.createEntity(newReport()))).toBeInstanceOf(BrokerUnavailableError);
  });
});

describe('a broker that misbehaves again and again', () => {
  it('loses no write that was acknowledged, and acknowledges most', async () => {
    const acknowledged: Entity[] = [];
    let failures = 0;
    for (let round = 0; round < 60; round += 1) {
      const misbehaviour = QUICK[round % QUICK.length];
      const afterForwarding = round % 2 === 0;
      const reports = Array.from({ length: 4 }, newReport);
      proxy.orders = misbehaviour && { misbehaviour, afterForwarding, times: 2 };
      const results = await Promise.allSettled(reports.map((report) => adapter.createEntity(report)));
      results.forEach((result, index) => {
        const report = reports[index];
        if (result.status === 'fulfilled' && report !== undefined) {
          acknowledged.push(report);
        } else {
          failures += 1;
        }
      });
    }
    proxy.orders = undefined;
    expect(failures).toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThan(120);
    const stored = await Promise.all(acknowledged.map(({ id }) => direct.findEntity(id)));
    expect(stored).toEqual(acknowledged);
  });
});

describe('the circuit', () => {
  it('opens after failures in a row, then refuses without asking, and closes when the broker is back', async () => {
    withOptions({ retries: 0, breakAfter: 3, breakForMs: 200 });
    proxy.orders = { misbehaviour: 'resetBeforeHeaders' };
    for (let failure = 0; failure < 3; failure += 1) {
      await failureOf(adapter.ping());
    }
    proxy.orders = undefined;
    expect(await failureOf(adapter.ping())).toBeInstanceOf(BrokerUnavailableError);
    expect(proxy.requests).toBe(3);

    await setTimeout(200);
    await adapter.ping();
    await adapter.ping();
    expect(proxy.requests).toBe(5);
  });

  it('stays open when the one request that tries fails', async () => {
    withOptions({ retries: 0, breakAfter: 1, breakForMs: 200 });
    proxy.orders = { misbehaviour: 'resetBeforeHeaders' };
    await failureOf(adapter.ping());
    await setTimeout(200);
    await failureOf(adapter.ping());
    await failureOf(adapter.ping());
    expect(proxy.requests).toBe(2);
  });

  it('opens on time-outs too', async () => {
    withOptions({ retries: 0, breakAfter: 2, breakForMs: 60_000, timeoutMs: 100 });
    proxy.orders = { misbehaviour: 'hangBeforeHeaders' };
    await failureOf(adapter.ping());
    await failureOf(adapter.ping());
    await failureOf(adapter.ping());
    expect(proxy.requests).toBe(2);
  });

  it('does not open because the broker refuses a request', async () => {
    withOptions({ breakAfter: 1 });
    proxy.orders = { misbehaviour: 'unauthorized', times: 3 };
    for (let failure = 0; failure < 3; failure += 1) {
      await failureOf(adapter.ping());
    }
    await adapter.ping();
  });
});

describe('connections', () => {
  it('are neither leaked by failures nor more than the limit', async () => {
    withOptions({ maxConnections: 8, timeoutMs: 300, retries: 0 });
    for (const misbehaviour of ALL) {
      proxy.orders = { misbehaviour };
      await Promise.allSettled(Array.from({ length: 20 }, () => adapter.ping()));
      expect(adapter.connection.openConnections).toBeLessThanOrEqual(8);
    }
    proxy.orders = undefined;
    await Promise.allSettled(Array.from({ length: 50 }, () => adapter.ping()));
    expect(adapter.connection.openConnections).toBeLessThanOrEqual(8);
    expect(proxy.openConnections).toBeLessThanOrEqual(8);
    adapter.onApplicationShutdown();
    while (adapter.connection.openConnections + proxy.openConnections > 0) {
      await setTimeout(5);
    }
  });

  it('are waited for by a bounded number of requests', async () => {
    withOptions({ maxConnections: 1, maxWaiting: 2, timeoutMs: 300 });
    proxy.orders = { misbehaviour: 'hangBeforeHeaders' };
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => adapter.ping()));
    const reasons = results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'done'));
    expect(reasons.filter((reason) => reason.includes('Too many requests wait'))).toHaveLength(7);
  });
});

describe('what the broker said', () => {
  it('is in the log, cut short, and nowhere else', async () => {
    const lines: unknown[] = [];
    Logger.overrideLogger({
      log: () => undefined,
      error: () => undefined,
      warn: (line: unknown) => lines.push(line),
    });
    proxy.orders = { misbehaviour: 'html', times: 1 };
    const error = await failureOf(adapter.ping());
    proxy.orders = { misbehaviour: 'tenMegabytes', times: 1 };
    await failureOf(adapter.ping());
    Logger.overrideLogger(false);
    expect(JSON.stringify((error as BrokerError).getResponse())).not.toContain('secret');
    expect(lines).toMatchObject([
      {
        message: 'The broker gave an answer that cannot be used',
        reason: 'the body is not JSON',
        request: expect.stringMatching(/^GET \/entities\//) as string,
        status: 200,
        body: '<h1>secret welcome</h1>',
      },
      { reason: 'the answer is too long' },
    ]);
    expect(JSON.stringify(lines).length).toBeLessThan(2_000);
  });
});
