import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  path: string;
  body: Notified;
}

/** A notification, as far as the tests look into it. */
export interface Notified {
  id: string;
  type: string;
  subscriptionId: string;
  notifiedAt: string;
  data: Record<string, unknown>[] & Record<string, unknown>;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export interface Receiver {
  /** http://127.0.0.1:<port>/notify */
  url: string;
  port: number;
  /** Everything so far, in order. */
  received: Received[];
  /** How the next ones are answered. */
  answer: Answer;
  /** Resolves once so many have come in all. */
  count(n: number): Promise<Received[]>;
  close(): Promise<void>;
}

export const ok: Answer = (response) => void response.writeHead(204).end();

/** A server on the loopback interface that takes notifications. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Notified;
      receiver.received.push({ headers: request.headers, path: request.url ?? '', body });
      receiver.answer(response, request);
      server.emit('received');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/notify`,
    port: address.port,
    received: [],
    answer: ok,
    async count(n) {
      while (receiver.received.length < n) await once(server, 'received');
      return receiver.received;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
