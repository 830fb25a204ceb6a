import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Point {
  id: string;
  vector: number[];
  payload: { metadata?: Record<string, unknown> };
}

interface Filter {
  must?: { key: string; match: { value: unknown } }[];
}

type Body = Record<string, unknown>;
type Handler = (collection: Collection, body: Body) => unknown;

/** A collection, as far as this service uses it. */
class Collection {
  readonly points = new Map<string, Point>();

  constructor(readonly size: number) {}

  upsert(points: Point[]): void {
    if (points.some(({ vector }) => vector.length !== this.size)) throw new Error('Vector dimension error');
    for (const point of points) this.points.set(point.id, point);
  }

  query(vector: number[], { must = [] }: Filter, limit: number): { id: string; score: number }[] {
    const meets = ({ payload }: Point) =>
      must.every(({ key, match }) => payload.metadata?.[key.replace('metadata.', '')] === match.value);
    return [...this.points.values()]
      .filter(meets)
      .map(({ id, vector: other, payload }) => ({ id, payload, score: cosine(vector, other) }))
      .sort((one, other) => other.score - one.score)
      .slice(0, limit);
  }
}

const HANDLERS: Record<string, Handler> = {
  'GET ': ({ points }) => ({ status: 'green', points_count: points.size }),
  'PUT /index': () => ({ status: 'completed' }),
  'PUT /points': (collection, { points }) => collection.upsert(points as Point[]),
  'POST /points/delete': ({ points }, body) => (body.points as string[]).forEach((id) => points.delete(id)),
  'POST /points/batch': ({ points }, { operations }) =>
    (operations as { set_payload: { payload: Point['payload']; points: string[] } }[]).forEach(
      ({ set_payload: change }) => {
        for (const id of change.points) Object.assign(points.get(id)?.payload ?? {}, change.payload);
      },
    ),
  'POST /points/query': (collection, { query, filter, limit }) => ({
    points: collection.query(query as number[], filter ?? {}, limit as number),
  }),
};

/** A small server of the part of Qdrant's REST interface that is used here; everything is gone when it stops. */
export class QdrantServer {
  readonly collections = new Map<string, Collection>();
  /** Key that it asks for. */
  apiKey: string | undefined;
  /** Answers nothing any more. */
  hangs = false;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.answer(request, response));
  }

  static async start(): Promise<QdrantServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new QdrantServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    if (this.server.listening) await once(this.server.close(), 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.hangs) return;
    const text = Buffer.concat(chunks).toString();
    const { status, result } = this.handle(request, text === '' ? {} : (JSON.parse(text) as Body));
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ time: 0, status: status === 200 ? 'ok' : { error: result }, result }));
  }

  private handle({ method, url = '', headers }: IncomingMessage, body: Body) {
    if (headers['api-key'] !== this.apiKey) return { status: 403, result: 'Forbidden' };
    const [, , name, ...rest] = new URL(url, this.url).pathname.split('/');
    if (name === undefined) {
      return {
        status: 200,
        result: { collections: [...this.collections.keys()].map((key) => ({ name: key })) },
      };
    }
    const path = rest.length > 0 ? `/${rest.join('/')}` : '';
    if (path === '' && method === 'PUT') {
      this.collections.set(name, new Collection((body.vectors as { size: number }).size));
      return { status: 200, result: true };
    }
    if (path === '' && method === 'DELETE') return { status: 200, result: this.collections.delete(name) };
    const collection = this.collections.get(name);
    const handler = HANDLERS[`${method} ${path}`];
    if (collection === undefined || handler === undefined) return { status: 404, result: 'Not found' };
    try {
      return { status: 200, result: handler(collection, body) ?? { status: 'completed' } };
    } catch (error) {
      return { status: 400, result: String(error) };
    }
  }
}

function cosine(one: number[], other: number[]): number {
  const dot = one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
  return dot / (Math.hypot(...one) * Math.hypot(...other));
}
