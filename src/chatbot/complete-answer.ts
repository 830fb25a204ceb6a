import type { ChatEvent } from './chat-event';
import type { ChatAnswerDto } from './dto/chat-answer.dto';
import { toUsage } from './event-stream';

/** The answer as a whole. @throws ServiceError when it did not come to its end. */
export async function completeAnswer(events: AsyncIterable<ChatEvent>): Promise<ChatAnswerDto> {
  for await (const event of events) {
    if (event.type !== 'end') continue;
    if (event.failure) throw event.failure;
    return {
      conversation_id: event.conversationId,
      message_id: event.messageId,
      response: event.text,
      sources: [...event.sources],
      usage: toUsage(event),
      finish_reason: event.finishReason,
      model: event.model,
      timestamp: event.at.toISOString(),
    };
  }
  throw new Error('an answer ended without its last event');
}
