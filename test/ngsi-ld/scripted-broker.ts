import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  /** Below /ngsi-ld/v1, decoded. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ScriptedAnswer {
  status: number;
  headers?: Record<string, string>;
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown;
}

export type Script = (request: ReceivedRequest) => ScriptedAnswer;

/** A real HTTP server that answers as a broker of some make would. */
export class ScriptedBroker {
  readonly requests: ReceivedRequest[] = [];
  private readonly server = createServer((incoming, outgoing) => {
    void (async () => {
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://broker');
      const request: ReceivedRequest = {
        method: incoming.method ?? '',
        path: decodeURIComponent(pathname.replace(/^\/ngsi-ld\/v1/, '')),
        query: searchParams,
        headers: incoming.headers,
        body: await text(incoming),
      };
      this.requests.push(request);
      const { status, headers = {}, body } = this.script(request);
      outgoing.writeHead(status, headers);
      outgoing.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
    })();
  });

  /** May be replaced at any time. */
  script: Script;

  constructor(script: Script = () => ({ status: 500 })) {
    this.script = script;
  }

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** An error body as ETSI GS CIM 009, clause 6.3.2 has it. */
export const problem = (status: number, type: string): ScriptedAnswer => ({
  status,
  body: { type: `https://uri.etsi.org/ngsi-ld/errors/${type}`, title: type, detail: 'secret detail', status },
});
