import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Aedes, type AuthenticateError, type PublishPacket } from 'aedes';
import { type RunningService, startService } from '../support/service';
import { type BrokerClient, brokerClient } from './broker-client';
import { eventually, subscribe, subscription, unique } from './subscription-client';

interface Message {
  topic: string;
  qos: number;
  payload: { metadata: Record<string, string>; body: { type: string; data: Record<string, unknown>[] } };
}

/** A real MQTT broker on the loopback interface. */
class MqttBroker {
  readonly messages: Message[] = [];
  /** Protocol versions of the clients that came. */
  readonly versions: number[] = [];
  port = 0;
  private aedes: Aedes | undefined;
  private server: Server | undefined;

  async start(port = 0, user?: { name: string; password: string }): Promise<void> {
    const aedes = await Aedes.createBroker();
    const code: Pick<AuthenticateError, 'returnCode'> = { returnCode: 5 };
    const refused = Object.assign(new Error('refused'), code);
    aedes.authenticate = (client, name, password, done) => {
      this.versions.push(client.version);
      const isKnown = user === undefined || (name === user.name && password?.toString() === user.password);
      done(isKnown ? null : refused, isKnown);
    };
    aedes.on('publish', (packet: PublishPacket, client) => {
      if (client === null) return;
      const payload = JSON.parse(packet.payload.toString()) as Message['payload'];
      this.messages.push({ topic: packet.topic, qos: packet.qos, payload });
      this.server?.emit('message');
    });
    const server = createServer((socket) => void aedes.handle(socket));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    this.aedes = aedes;
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  async count(n: number): Promise<Message[]> {
    while (this.messages.length < n) await once(this.server as Server, 'message');
    return this.messages;
  }

  async stop(): Promise<void> {
    const { aedes, server } = this;
    await new Promise<void>((resolve) => aedes?.close(() => resolve()));
    server?.close();
  }
}

describe('notifications over MQTT', () => {
  let service: RunningService;
  let send: BrokerClient;
  let broker: MqttBroker;
  let type: string;
  beforeAll(async () => {
    service = await startService({ NGSI_LD_ALLOW_PRIVATE_HOSTS: 'true' });
    send = brokerClient(service.url);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    broker = new MqttBroker();
    type = `Type${unique()}`;
  });
  afterEach(() => broker.stop());

  const subscribed = (uri: string, endpoint: Record<string, unknown> = {}) =>
    subscribe(send, subscription(type, uri, { endpoint }));
  const create = (name: number) => send('POST', '/entities', { id: `urn:x:${type}:${name}`, type, a: name });

  it('have what HTTP has in headers beside the body', async () => {
    await broker.start();
    await subscribed(`mqtt://127.0.0.1:${broker.port}/city/reports%20new`, {
      receiverInfo: [{ key: 'test-key', value: 'test-value' }],
    });
    await create(1);
    const [message] = await broker.count(1);
    expect(message).toEqual({
      topic: 'city/reports new',
      qos: 0,
      payload: {
        metadata: {
          'Content-Type': 'application/json',
          Link: expect.stringContaining('ngsi-ld-core-context') as string,
          'test-key': 'test-value',
        },
        body: expect.objectContaining({
          type: 'Notification',
          data: [{ id: `urn:x:${type}:1`, type, a: { type: 'Property', value: 1 } }],
        }) as Message['payload']['body'],
      },
    });
    // It does not speak version 5, which is tried first.
    expect(broker.versions).toEqual([4]);
  });

  it.each(['0', '1', '2'])('have quality of service %s', async (qos) => {
    await broker.start();
    const path = await subscribed(`mqtt://127.0.0.1:${broker.port}/topic`, {
      notifierInfo: [
        { key: 'MQTT-QoS', value: qos },
        { key: 'MQTT-Version', value: 'mqtt3.1.1' },
      ],
    });
    for (const name of [1, 2, 3]) {
      await create(name);
      await broker.count(name);
    }
    expect(broker.messages.map((message) => message.qos)).toEqual([Number(qos), Number(qos), Number(qos)]);
    await eventually(
      () => send('GET', path),
      ({ notification }) => notification?.['timesSent'] === 3,
    );
    // One connection for all.
    expect(broker.versions).toEqual([4]);
  });

  it('are in version 5 where the broker speaks it', async () => {
    await broker.start();
    const received: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        received.push(chunk);
        // CONNECT is answered with CONNACK, reason 0 and no properties.
        if (chunk[0] === 0x10) socket.write(Buffer.from([0x20, 3, 0, 0, 0]));
        else server.emit('published');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const path = await subscribed(`mqtt://127.0.0.1:${port}/topic`);
    await create(1);
    await once(server, 'published');
    const [connect, publish] = received;
    expect(connect?.subarray(2, 9)).toEqual(Buffer.from([0, 4, ...Buffer.from('MQTT'), 5]));
    expect(publish?.toString()).toContain('"type":"Notification"');
    await send('DELETE', path);
    server.close();
  });

  it('give the name and the password of the address', async () => {
    await broker.start(0, { name: 'us er', password: 'p@ss' });
    const wrong = await subscribed(`mqtt://us%20er:wrong@127.0.0.1:${broker.port}/topic`);
    await create(1);
    await eventually(
      () => send('GET', wrong),
      ({ notification }) => notification?.['status'] === 'failed',
    );
    await send('DELETE', wrong);
    await subscribed(`mqtt://us%20er:p%40ss@127.0.0.1:${broker.port}/topic`);
    await create(2);
    const [message] = await broker.count(1);
    expect(message?.payload.body.data).toMatchObject([{ id: `urn:x:${type}:2` }]);
  });

  it('wait for a broker that is away', async () => {
    await broker.start();
    const { port } = broker;
    const path = await subscribed(`mqtt://127.0.0.1:${port}/topic`, {
      notifierInfo: [{ key: 'MQTT-QoS', value: '1' }],
    });
    await create(1);
    await broker.count(1);
    await broker.stop();
    await create(2);
    await eventually(
      () => send('GET', path),
      ({ notification }) => notification?.['status'] === 'failed',
    );
    await broker.start(port);
    const messages = await broker.count(2);
    expect(messages.map(({ payload }) => payload.body.data[0]?.['id'])).toEqual([
      `urn:x:${type}:1`,
      `urn:x:${type}:2`,
    ]);
  });

  it('do not wait for a server that says nothing', async () => {
    await broker.start();
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const path = await subscribed(`mqtt://127.0.0.1:${port}/topic`, { timeout: 200 });
    await create(1);
    await eventually(
      () => send('GET', path),
      ({ notification }) => notification?.['status'] === 'failed',
    );
    await send('DELETE', path);
    silent.close();
  });
});
