import type { Response } from 'express';
import { toEnvelope } from '../common/errors/error.filter';
import type { ChatEvent, EndEvent } from './chat-event';

/** The headers of an event stream: nobody on the way may keep it back, or change it. */
export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/** The events as frames of an event stream. The headers are set with the first, as what fails before is no stream. */
export async function* toFrames(
  events: AsyncIterable<ChatEvent>,
  response: Response,
  { requestId, stalledAfterMs }: { requestId: string; stalledAfterMs: number },
): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type === 'start') {
      response.set(EVENT_STREAM_HEADERS);
      // Cuts a reader off who takes nothing in; the time counts anew with everything that is sent.
      response.setTimeout(stalledAfterMs);
    }
    yield `event: ${event.type}\ndata: ${JSON.stringify(toData(event, requestId))}\n\n`;
  }
}

function toData(event: ChatEvent, requestId: string): object {
  switch (event.type) {
    case 'start':
      return { type: 'start', conversation_id: event.conversationId, message_id: event.messageId };
    case 'token':
      return event;
    case 'end':
      return toEndData(event, requestId);
  }
}

function toEndData(event: EndEvent, requestId: string): object {
  return {
    type: 'end',
    conversation_id: event.conversationId,
    message_id: event.messageId,
    full_response: event.text,
    sources: event.sources,
    usage: toUsage(event),
    finish_reason: event.finishReason,
    model: event.model,
    timestamp: event.at.toISOString(),
    ...(event.failure && { error: toEnvelope(event.failure, requestId) }),
  };
}

/** Tokens as clients are told of them. */
export const toUsage = ({ usage }: Pick<EndEvent, 'usage'>) => ({
  input_tokens: usage.inputTokens,
  output_tokens: usage.outputTokens,
});
