import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Answers one request, whose body has been read. */
export type Answer = (body: string, response: ServerResponse) => void;

export interface StandIn {
  url: string;
  /** The bodies that came in. */
  bodies: string[];
  answer: Answer;
  stop(): Promise<void>;
}

/** A server on the loopback interface that answers as the test says. */
export async function startStandIn(answer: Answer): Promise<StandIn> {
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const standIn: StandIn = {
    url: `http://127.0.0.1:${port}`,
    bodies: [],
    answer,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = Buffer.concat(parts).toString();
    standIn.bodies.push(body);
    standIn.answer(body, response);
  }
  return standIn;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** One category with this confidence, as the NLP service answers. */
export const nlpAnswer =
  (category: string, confidence = 0.9): Answer =>
  (_body, response) =>
    sendJson(response, { categories: [{ category, confidence }] });

interface ChatRequest {
  messages: { role: string; content: string }[];
}

/** A chat completion with this content. */
export const completion = (content: unknown) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'stand-in',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      message: {
        role: 'assistant',
        content: typeof content === 'string' ? content : JSON.stringify(content),
      },
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

/**
 * A language model that does whatever it is told outside of the data: a text that gets out of its fence would be
 * obeyed. What is inside it takes for road damage.
 */
export const gullibleModel: Answer = (body, response) => {
  const { messages } = JSON.parse(body) as ChatRequest;
  const told = messages.map(({ role, content }) => (role === 'user' ? outsideOfFence(content) : content));
  const obeys = /ignore the categories/i.test(told.join('\n'));
  const category = obeys ? 'urgent' : 'road_damage';
  sendJson(response, completion({ categories: [{ category, confidence: 0.8 }] }));
};

/** What the message of the user says beside the one JSON object with the report, which has to be all. */
function outsideOfFence(content: string): string {
  try {
    const { report, ...others } = JSON.parse(content) as Record<string, unknown>;
    return typeof report === 'string' ? JSON.stringify(others) : content;
  } catch {
    return content;
  }
}
