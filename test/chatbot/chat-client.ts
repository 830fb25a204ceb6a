import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { createParser } from 'eventsource-parser';
import type { RunningService } from '../support/service';

export interface EndData {
  type: 'end';
  conversation_id: string;
  message_id: string;
  full_response: string;
  sources: { id: string; type: string; title: string; score: number }[];
  usage: { input_tokens: number; output_tokens: number };
  finish_reason: string;
  model: string;
  error?: { status_code: number; error_type: string; request_id: string; detail: string };
}

export interface ChatEventData {
  type: string;
  conversation_id?: string;
  message_id?: string;
  content?: string;
}

export interface StreamedAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  events: ChatEventData[];
  /** The body as it came. */
  body: string;
  /** The last event, which every stream ends with. */
  end: EndData;
}

/** Settings of a service that has no documents, so that answers draw on nothing else than the test says. */
export const NO_DOCUMENTS = { KNOWLEDGE_DIR: join(__dirname, 'no-documents') };

export const CHAT = '/ai-service/chatbot/chat';

/** Sends a message and resolves with the response as soon as its headers are there. */
export async function open(
  { url }: Pick<RunningService, 'url'>,
  body: object,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const sent = request(`${url}${CHAT}`, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

/** Sends a message and reads the whole stream. */
export async function stream(
  service: Pick<RunningService, 'url'>,
  body: object,
  headers: Record<string, string> = {},
): Promise<StreamedAnswer> {
  const response = await open(service, body, headers);
  const events: ChatEventData[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const parsed = JSON.parse(data) as ChatEventData;
      expect(event).toBe(parsed.type);
      events.push(parsed);
    },
    onError: (error) => {
      throw error;
    },
  });
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response as AsyncIterable<string>) {
    text += part;
    if (response.headers['content-type']?.startsWith('text/event-stream')) parser.feed(part);
  }
  const { statusCode: status = 0, headers: answered } = response;
  return { status, headers: answered, events, body: text, end: events.at(-1) as EndData };
}
