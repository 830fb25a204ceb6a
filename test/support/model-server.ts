import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

export interface ModelRequestBody {
  model: string;
  messages: { role: string; content: string | null; tool_call_id?: string; tool_calls?: unknown[] }[];
  tools?: { function: { name: string } }[];
  tool_choice?: string;
  stream: boolean;
}

export interface ModelServerCall {
  body: ModelRequestBody;
  headers: IncomingMessage['headers'];
  /** Resolves when the client has closed its side before the answer was complete. */
  aborted: Promise<void>;
}

/** Writes an answer to one request for a completion. */
export type Behaviour = (response: ServerResponse, call: ModelServerCall) => void | Promise<void>;

/** A server of OpenAI's interface, as far as the service uses it, that behaves as the test wants it to. */
export class ModelServer {
  readonly calls: ModelServerCall[] = [];
  /** Of the requests to come; one alone goes on for all of them. */
  behaviours: Behaviour[] = [says('Hello', ' there.')];
  models = 200;
  /** Requests that are being answered. */
  busy = 0;
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Sets how the next requests are answered, the last behaviour being that of all after it. */
  will(...behaviours: Behaviour[]): void {
    this.calls.length = 0;
    this.behaviours = behaviours;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/v1/models') {
      response.writeHead(this.models, { 'Content-Type': 'application/json' }).end('{"data":[]}');
      return;
    }
    const body = JSON.parse(await text(request)) as ModelRequestBody;
    this.busy += 1;
    const aborted = new Promise<void>((resolve) =>
      response.once('close', () => {
        this.busy -= 1;
        if (!response.writableFinished) resolve();
      }),
    );
    const call = { body, headers: request.headers, aborted };
    this.calls.push(call);
    const [behaviour] = this.behaviours.length > 1 ? this.behaviours.splice(0, 1) : this.behaviours;
    await behaviour?.(response, call);
  }
}

const EVENT_STREAM = { 'Content-Type': 'text/event-stream' };

/** One chunk of a streamed completion. */
export const chunk = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

const usage = (prompt_tokens: number, completion_tokens: number): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens } })}\n\n`;

const END = 'data: [DONE]\n\n';

/** Answers with these pieces. */
export const says =
  (...pieces: string[]): Behaviour =>
  (response) => {
    response.writeHead(200, EVENT_STREAM);
    response.write(chunk({ role: 'assistant', content: '' }));
    for (const content of pieces) response.write(chunk({ content }));
    response.end(chunk({}, 'stop') + usage(42, pieces.length) + END);
  };

/** Calls a tool, its arguments coming in parts. */
export const callsTool =
  (name: string, args: string, before = ''): Behaviour =>
  (response) => {
    response.writeHead(200, EVENT_STREAM);
    if (before !== '') response.write(chunk({ content: before }));
    const begin = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: '' } };
    response.write(chunk({ role: 'assistant', content: null, tool_calls: [begin] }));
    const half = Math.ceil(args.length / 2);
    for (const part of [args.slice(0, half), args.slice(half)]) {
      response.write(chunk({ tool_calls: [{ index: 0, function: { arguments: part } }] }));
    }
    response.end(chunk({}, 'tool_calls') + usage(30, 5) + END);
  };

/** Answers with a status, as JSON unless told otherwise. */
export const refuses =
  (
    status: number,
    headers: Record<string, string> = {},
    body = '{"error":{"message":"sk-secret","code":"x"}}',
  ): Behaviour =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);

/** Sends this as it stands and then ends, breaks the connection, or says no more. */
export const sends =
  (raw: string, then: 'end' | 'break' | 'silence' = 'end'): Behaviour =>
  async (response) => {
    response.writeHead(200, EVENT_STREAM);
    response.flushHeaders();
    if (raw !== '') response.write(raw);
    if (then === 'end') response.end();
    await setTimeout(20);
    if (then === 'break') response.destroy();
  };

/** Writes words without end, as fast as they are taken, or one in so many milliseconds. */
export const neverEnds =
  (everyMs = 0): Behaviour =>
  async (response) => {
    response.writeHead(200, EVENT_STREAM);
    while (!response.destroyed) {
      if (!response.write(chunk({ content: 'word '.repeat(everyMs === 0 ? 200 : 1) }))) {
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
      }
      await setTimeout(everyMs);
    }
  };
