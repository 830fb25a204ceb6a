import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer other than a document with status 200. */
type Answer = (response: ServerResponse) => void;

export interface ContextServer {
  /** http://127.0.0.1:<port> */
  url: string;
  /** What is served, by path. */
  documents: Record<string, object | string | Answer>;
  /** The paths that were asked for, in their order. */
  requests: string[];
  close(): Promise<void>;
}

/** A web server with JSON-LD contexts on it. */
export async function startContextServer(): Promise<ContextServer> {
  const documents: ContextServer['documents'] = {};
  const requests: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const document = documents[url];
    if (typeof document === 'function') {
      (document as Answer)(response);
      return;
    }
    response.writeHead(document === undefined ? 404 : 200, { 'Content-Type': 'application/ld+json' });
    response.end(typeof document === 'string' ? document : JSON.stringify(document ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
