import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a proxy may do instead of answering; the names say it. */
export const MISBEHAVIOURS = {
  hangBeforeHeaders: () => undefined,
  hangInBody: (answer) => void answer.writeHead(200, JSON_BODY).write('[{"id":'),
  resetBeforeHeaders: (_answer, socket) => socket.resetAndDestroy(),
  resetInBody: (answer, socket) => {
    answer.writeHead(200, { ...JSON_BODY, 'Content-Length': '1000' });
    answer.write('[{"id":', () => socket.resetAndDestroy());
  },
  endInBody: (answer, socket) => {
    answer.writeHead(200, { ...JSON_BODY, 'Content-Length': '1000' });
    answer.write('[{"id":', () => socket.end());
  },
  internalError: (answer) => void answer.writeHead(500, JSON_BODY).end('{"message":"secret stack"}'),
  badGateway: (answer) => void answer.writeHead(502, HTML_BODY).end('<h1>secret gateway</h1>'),
  overloaded: (answer) => void answer.writeHead(503, HTML_BODY).end('<h1>secret maintenance</h1>'),
  gatewayTimeout: (answer) => void answer.writeHead(504, HTML_BODY).end('<h1>secret gateway</h1>'),
  html: (answer) => void answer.writeHead(200, HTML_BODY).end('<h1>secret welcome</h1>'),
  halfJson: (answer) => void answer.writeHead(200, JSON_BODY).end('[{"id":"urn:ngsi-ld:secret'),
  tenMegabytes: (answer) => void answer.writeHead(200, JSON_BODY).end(`["${'x'.repeat(10_000_000)}"]`),
  unauthorized: (answer) => void answer.writeHead(401, JSON_BODY).end('{"message":"secret realm"}'),
  redirect: (answer) => void answer.writeHead(302, { Location: 'http://127.0.0.1:9/secret' }).end(),
  slowDrip: (answer, socket) => {
    answer.writeHead(200, JSON_BODY).write('[');
    const drip = setInterval(() => answer.write(' '), 20);
    socket.once('close', () => clearInterval(drip));
  },
  noHttp: (_answer, socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
} satisfies Record<string, (answer: ServerResponse, socket: Socket) => void>;

export type Misbehaviour = keyof typeof MISBEHAVIOURS;

const JSON_BODY = { 'Content-Type': 'application/json' };
const HTML_BODY = { 'Content-Type': 'text/html' };

/** What the proxy does with the next requests. */
export interface Orders {
  misbehaviour: Misbehaviour;
  /** The broker carries the request out, and its answer is lost. */
  afterForwarding?: boolean;
  /** How many requests are concerned; absent: all. */
  times?: number;
}

/** A proxy before a real broker that forwards, or misbehaves as told. */
export class MisbehavingProxy {
  orders: Orders | undefined;
  /** Requests that came in, misbehaved to or not. */
  requests = 0;
  private readonly sockets = new Set<Socket>();
  private port = 0;
  private readonly server = createServer((incoming, answer) => void this.handle(incoming, answer));

  constructor(private readonly upstream: string) {
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get openConnections(): number {
    return this.sockets.size;
  }

  /** Listens, the second time on the same port as the first. */
  async start(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Connections are refused from now on. */
  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.sockets.forEach((socket) => socket.destroy());
    await closed;
  }

  private async handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    this.requests += 1;
    const orders = this.take();
    if (orders === undefined) {
      await this.forward(incoming, answer);
      return;
    }
    if (orders.afterForwarding === true) {
      await this.forward(incoming);
    }
    MISBEHAVIOURS[orders.misbehaviour](answer, incoming.socket);
  }

  private take(): Orders | undefined {
    const { orders } = this;
    if (orders?.times !== undefined) {
      orders.times -= 1;
      this.orders = orders.times > 0 ? orders : undefined;
    }
    return orders;
  }

  /** Sends the request on; without `answer`, what the broker says is dropped. */
  private async forward(incoming: IncomingMessage, answer?: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const { method, headers } = incoming;
    const outgoing = request(new URL(incoming.url ?? '/', this.upstream), { method, headers }).end(body);
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
    const content = await buffer(reply);
    answer?.writeHead(reply.statusCode ?? 500, reply.headers).end(content);
  }
}
