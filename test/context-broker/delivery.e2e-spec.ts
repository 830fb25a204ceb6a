import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DELIVERY_OPTIONS } from '../../src/context-broker/subscriptions/delivery/delivery.options';
import type { ContextBroker } from '../../src/context-broker/context-broker';
import { CORE_TERMS } from '../../src/context-broker/context/terms';
import { SubscriptionMatcher } from '../../src/context-broker/subscriptions/matching/subscription-matcher';
import { describeSubscription } from '../../src/context-broker/subscriptions/model/describe-subscription';
import { normalizeEntity } from '../../src/context-broker/model/normalize-entity';
import { SubscriptionTable } from '../../src/context-broker/subscriptions/store/subscription-table';
import { ok, type Receiver, startReceiver } from './receiver';
import { subscription, unique } from './subscription-client';
import { temporaryBroker } from './temporary-broker';

const URL = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context.jsonld';
const CORE = { terms: CORE_TERMS, url: URL, inBody: URL };

type Shown = { status: string; notification: Record<string, unknown> };

describe('delivery', () => {
  const temporary = temporaryBroker({
    allowPrivateHosts: true,
    delivery: { ...DELIVERY_OPTIONS, firstRetryMs: 20, longestRetryMs: 100, timeoutMs: 300, maxWaiting: 50 },
  });
  let broker: ContextBroker;
  let receiver: Receiver;
  let type: string;
  beforeEach(async () => {
    broker = temporary.broker;
    receiver = await startReceiver();
    type = `Type${unique()}`;
  });
  afterEach(async () => {
    for (const entry of broker.subscriptions.list({ offset: 0, limit: 1000 })) {
      await broker.subscriptions.delete(entry.subscription.id);
    }
    await receiver.close();
  });
  afterAll(() => temporary.remove());

  const subscribe = (more: Record<string, unknown> = {}, uri = receiver.url) =>
    broker.subscriptions.create(subscription(type, uri, more), CORE);
  const create = (name: number | string, a: unknown = name) =>
    broker.create(normalizeEntity({ id: `urn:x:${type}:${name}`, type, a }, CORE_TERMS));
  const update = (a: number) => broker.batch([{ id: `urn:x:${type}:one`, type, a }], 'replace');
  const shown = (id: string) =>
    describeSubscription(broker.subscriptions.find(id), {
      terms: CORE_TERMS,
      sysAttrs: false,
      addressOf: (contextId) => contextId,
    }) as unknown as Shown;
  const eventually = async (id: string, isAsWanted: (notification: Record<string, unknown>) => boolean) => {
    while (!isAsWanted(shown(id).notification)) await new Promise((resolve) => setTimeout(resolve, 5));
    return shown(id).notification;
  };
  /** The values in all notifications, in the order in which they came. */
  const values = () =>
    receiver.received.flatMap(({ body }) =>
      body.data.map((entity) => (entity['a'] as { value: unknown }).value),
    );
  const allValues = async (n: number) => {
    while (values().length < n) await receiver.count(receiver.received.length + 1);
    return values();
  };

  it('is counted', async () => {
    const id = await subscribe();
    await create(1);
    await receiver.count(1);
    const time = expect.stringMatching(/Z$/) as string;
    expect(await eventually(id, ({ lastSuccess }) => lastSuccess !== undefined)).toMatchObject({
      status: 'ok',
      timesSent: 1,
      timesFailed: 0,
      lastNotification: time,
      lastSuccess: time,
    });
    expect(shown(id).notification).not.toHaveProperty('lastFailure');
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'has no room',
      () => Promise.all(Array.from({ length: 10_000 }, () => broker['store'].writes.submit(() => 1))),
    ],
    [
      'fails',
      () => {
        jest.spyOn(SubscriptionTable.prototype, 'delete').mockImplementationOnce(() => {
          throw new Error('the disk is full');
        });
        return Promise.resolve();
      },
    ],
  ])('goes on when the store %s as the subscription is to be deleted', async (_, obstruct) => {
    const id = await subscribe();
    const obstructed = obstruct();
    await expect(broker.subscriptions.delete(id)).rejects.toThrow(/busy|disk/);
    await obstructed;
    expect(broker.subscriptions.find(id).subscription).toHaveProperty('id', id);
    await create(1);
    await receiver.count(1);
    await broker.subscriptions.delete(id);
    expect(() => broker.subscriptions.find(id)).toThrow(/no subscription/);
  });

  it.each([200, 201, 202, 204, 299])('takes %i for success', async (status) => {
    receiver.answer = (response) => response.writeHead(status).end();
    const id = await subscribe();
    await create(1);
    await eventually(
      id,
      (notification) => notification['status'] === 'ok' && notification['timesFailed'] === 0,
    );
  });

  it('keeps the order, whatever happens on the way', async () => {
    let calls = 0;
    receiver.answer = (response) => {
      calls += 1;
      if (calls % 3 === 1) response.writeHead(500).end();
      else if (calls % 3 === 2) response.destroy();
      else response.writeHead(204).end();
    };
    const id = await subscribe();
    const numbers = Array.from({ length: 12 }, (_, at) => at);
    await create('one', -1);
    for (const at of numbers) {
      await update(at);
    }
    const all = await (async () => {
      while (values().at(-1) !== 11 || calls % 3 !== 0) await receiver.count(receiver.received.length + 1);
      return values();
    })();
    // Every state twice in vain, then once more.
    expect(all).toEqual([-1, ...numbers].flatMap((value) => [value, value, value]));
    await eventually(id, (notification) => notification['status'] === 'ok');
    expect(Number(shown(id).notification['timesFailed'])).toBeGreaterThanOrEqual(13);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['resets', (socket) => socket.resetAndDestroy()],
    ['hangs', () => undefined],
    ['answers nonsense', (socket) => void socket.end('nonsense\r\n\r\n')],
    [
      'answers with endless headers',
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
    ],
  ])('tries again where the receiver %s', async (_, behave) => {
    const sockets = new Set<Socket>();
    const bad = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => behave(socket));
    });
    bad.listen(0, '127.0.0.1');
    await once(bad, 'listening');
    const { port } = bad.address() as AddressInfo;
    const id = await subscribe({}, `http://127.0.0.1:${port}/notify`);
    await create(1);
    await eventually(id, ({ timesFailed }) => Number(timesFailed) >= 2);
    expect(shown(id)).toMatchObject({
      status: 'active',
      notification: { status: 'failed', lastFailure: expect.any(String) as string },
    });
    for (const socket of sockets) socket.destroy();
    bad.close();
    await once(bad, 'close');
    const well = await startReceiver(port);
    await well.count(1);
    await eventually(id, ({ status }) => status === 'ok');
    await well.close();
  });

  it('tries again where nobody listens, until somebody does', async () => {
    const { port } = receiver;
    await receiver.close();
    const id = await subscribe();
    for (const at of [1, 2, 3]) await create(at);
    await eventually(id, ({ timesFailed }) => Number(timesFailed) >= 3);
    receiver = await startReceiver(port);
    expect(await allValues(3)).toEqual([1, 2, 3]);
  });

  it.each([301, 308, 400, 404, 410])('gives up what is answered with %i again and again', async (status) => {
    const elsewhere = await startReceiver();
    receiver.answer = (response) => {
      const refuses = receiver.received.at(-1)?.body.data[0]?.['id'] === `urn:x:${type}:1`;
      response.writeHead(refuses ? status : 204, { Location: elsewhere.url }).end();
    };
    const id = await subscribe();
    await create(1);
    await eventually(id, ({ timesFailed }) => timesFailed === 3);
    await create(2);
    expect(await allValues(4)).toEqual([1, 1, 1, 2]);
    await eventually(id, (notification) => notification['status'] === 'ok');
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  it('does not wait for one receiver with another', async () => {
    const hanging = await startReceiver();
    hanging.answer = () => undefined;
    for (let n = 0; n < 40; n += 1) await subscribe({}, hanging.url);
    await subscribe();
    for (let at = 0; at < 20; at += 1) await create(at);
    expect(await allValues(20)).toEqual(Array.from({ length: 20 }, (_, at) => at));
    expect(hanging.received.length).toBeLessThan(40);
    await hanging.close();
  });

  it('is not misled by endless answers', async () => {
    receiver.answer = (response) => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', write);
      write();
    };
    const id = await subscribe();
    for (const at of [1, 2, 3]) await create(at);
    expect(await allValues(3)).toEqual([1, 2, 3]);
    await eventually(id, ({ status }) => status === 'ok');
  });

  it('uses a connection again', async () => {
    const ports = new Set<number | undefined>();
    receiver.answer = (response, request) => {
      ports.add(request.socket.remotePort);
      ok(response, request);
    };
    const id = await subscribe();
    for (let at = 0; at < 5; at += 1) {
      await create(at);
      // The receiver has it before its connection is given back.
      await eventually(id, ({ timesSent }) => timesSent === at + 1);
    }
    expect(ports.size).toBe(1);
  });

  it('leaves time between notifications, and then tells the last state', async () => {
    await subscribe({ throttling: 0.4 });
    await create('one', 0);
    await allValues(1);
    for (const value of [1, 2, 3]) {
      await update(value);
    }
    await create('two', 4);
    expect(await allValues(3)).toEqual([0, 3, 4]);
    expect(receiver.received).toHaveLength(2);
    const [first, second] = receiver.received.map(({ body }) => Date.parse(body.notifiedAt));
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(390);
  });

  it('rests after a failure as long as the subscription says', async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    const id = await subscribe({ endpoint: { cooldown: 300 } });
    await create(1);
    await eventually(id, ({ timesFailed }) => timesFailed === 1);
    receiver.answer = ok;
    await receiver.count(2);
    const [first, second] = receiver.received.map(({ body }) => Date.parse(body.notifiedAt));
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(295);
  });

  it('goes on at once where the endpoint is another one', async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    const id = await subscribe({ endpoint: { cooldown: 1_000_000 } });
    await create(1);
    await eventually(id, ({ timesFailed }) => timesFailed === 1);
    const other = await startReceiver();
    await broker.subscriptions.update(id, { notification: { endpoint: { uri: other.url } } }, CORE);
    const [first] = await other.count(1);
    expect(first?.body.data).toMatchObject([{ id: `urn:x:${type}:1` }]);
    await other.close();
  });

  it('ends with the subscription, its pause and its end', async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    const ids = [await subscribe(), await subscribe(), await subscribe()];
    await create(1);
    for (const id of ids) await eventually(id, ({ timesFailed }) => Number(timesFailed) > 0);
    await broker.subscriptions.update(ids[0] ?? '', { isActive: false }, CORE);
    await broker.subscriptions.delete(ids[1] ?? '');
    await broker.subscriptions.update(
      ids[2] ?? '',
      { expiresAt: new Date(Date.now() + 50).toISOString() },
      CORE,
    );
    while (shown(ids[2] ?? '').status !== 'expired') await new Promise((resolve) => setTimeout(resolve, 5));
    while (broker.subscriptions.isBusy) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = receiver.received.length;
    await create(2);
    expect(broker.subscriptions.isBusy).toBe(false);
    expect(receiver.received).toHaveLength(before);
  });

  it('drops the oldest where too much is waiting', async () => {
    const { port } = receiver;
    await receiver.close();
    const id = await subscribe();
    await create('first');
    await eventually(id, ({ timesFailed }) => Number(timesFailed) > 0);
    await Promise.all(Array.from({ length: 1200 }, (_, at) => create(at)));
    receiver = await startReceiver(port);
    while (values().at(-1) !== 1199) await receiver.count(receiver.received.length + 1);
    expect(values().length).toBeLessThan(1100);
  });

  it('is not in the way of a change that cannot be compared with a subscription', async () => {
    await subscribe();
    jest.spyOn(SubscriptionMatcher.prototype, 'match').mockImplementationOnce(() => {
      throw new Error('cannot be compared');
    });
    await create(1);
    await create(2);
    expect(await allValues(1)).toEqual([2]);
  });

  it('keeps to its interval when the broker is opened again, and when the subscription is changed', async () => {
    const anHour = { timeInterval: 3600 };
    await create(1);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    const id = await subscribe(anHour);
    clock.mockRestore();
    broker = await temporary.reopen();
    await receiver.count(1);
    await eventually(id, (notification) => notification['status'] === 'ok');
    // Nothing is sent in an interval while the notification before is still being noted down.
    broker = await temporary.reopen();
    broker.subscriptions.find(id).record.lastNotification = (Date.now() - 3_600_000) * 1000;
    await broker.subscriptions.update(id, anHour, CORE);
    await receiver.count(2);
  });

  it('goes on after the broker was closed in the middle of it', async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    const id = await subscribe();
    for (const at of [1, 2, 3]) await create(at);
    await eventually(id, ({ timesFailed }) => Number(timesFailed) > 0);
    const sent = Number(shown(id).notification['timesSent']);
    broker = await temporary.reopen();
    expect(Number(shown(id).notification['timesSent'])).toBeGreaterThanOrEqual(sent);
    receiver.received.length = 0;
    receiver.answer = ok;
    expect((await allValues(3)).slice(-3)).toEqual([1, 2, 3]);
    await eventually(id, (notification) => notification['status'] === 'ok');
  });
});

describe('delivery in a closed network', () => {
  const temporary = temporaryBroker({ delivery: { ...DELIVERY_OPTIONS, firstRetryMs: 20 } });
  afterAll(() => temporary.remove());

  it('does not reach inner hosts by a name that stands for them', async () => {
    const { subscriptions } = temporary.broker;
    const receiver = await startReceiver();
    const type = `Type${unique()}`;
    // A name that the resolver of the system reads as 127.0.0.1, and that is not looked up elsewhere.
    for (const uri of [`mqtt://0x7f.1:${receiver.port}/topic`]) {
      const id = await subscriptions.create(subscription(type, uri), CORE);
      await temporary.broker.create(normalizeEntity({ id: `urn:x:${type}`, type, a: 1 }, CORE_TERMS));
      while (subscriptions.find(id).record.timesFailed === 0)
        await new Promise((resolve) => setTimeout(resolve, 5));
      await subscriptions.delete(id);
    }
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });
});
