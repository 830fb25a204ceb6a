import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashedVector } from './hashed-vector';

interface EmbeddingsRequest {
  model: string;
  input: string | string[];
  encoding_format?: string;
}

/** Answers in place of the server; returning nothing leaves the request open. */
export type Misbehaviour = (response: ServerResponse, request: EmbeddingsRequest) => void;

/** A small server that speaks the embeddings part of OpenAI's protocol, with vectors made by hashing words. */
export class EmbeddingsServer {
  dimensions = 128;
  /** What it was asked, in order. */
  readonly requests: (EmbeddingsRequest & { authorization: string | undefined })[] = [];
  misbehaviour: Misbehaviour | undefined;
  /** Requests that clients gave up. */
  givenUp = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.answer(request, response));
  }

  static async start(): Promise<EmbeddingsServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new EmbeddingsServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Every text that it was given. */
  get texts(): string[] {
    return this.requests.flatMap(({ input }) => input);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    if (this.server.listening) await once(this.server.close(), 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as EmbeddingsRequest;
    this.requests.push({ ...body, authorization: request.headers.authorization });
    response.on('close', () => (this.givenUp += response.writableFinished ? 0 : 1));
    if (this.misbehaviour !== undefined) this.misbehaviour(response, body);
    else answerVectors(response, body, (text) => hashedVector(text, this.dimensions));
  }
}

export function answerVectors(
  response: ServerResponse,
  { model, input }: EmbeddingsRequest,
  embed: (text: string) => unknown,
): void {
  const data = [input].flat().map((text, index) => ({ object: 'embedding', index, embedding: embed(text) }));
  const usage = { prompt_tokens: 0, total_tokens: 0 };
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ object: 'list', model, data, usage }));
}
