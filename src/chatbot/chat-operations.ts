import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  getSchemaPath,
} from '@nestjs/swagger';
import { ApiErrors } from '../common/errors/api-errors.decorator';
import { ChatAnswerDto } from './dto/chat-answer.dto';
import { ChatEndEventDto, ChatStartEventDto, ChatTokenEventDto } from './dto/chat-event.dto';
import { ConversationDto } from './dto/conversation.dto';

const EVENTS = `event: start
data: {"type":"start","conversation_id":"3f0c1a52-6f0e-4a67-9d7c-0f6f4f6f9a11","message_id":"019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55"}

event: token
data: {"type":"token","content":"Two"}

event: token
data: {"type":"token","content":" reports …"}

event: end
data: {"type":"end","conversation_id":"3f0c1a52-6f0e-4a67-9d7c-0f6f4f6f9a11","message_id":"019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55","full_response":"Two reports …","sources":[],"usage":{"input_tokens":412,"output_tokens":87},"finish_reason":"stop","model":"llama3.1","timestamp":"2026-11-21T10:30:00.000Z"}

`;

const EVENT_DATA = [ChatStartEventDto, ChatTokenEventDto, ChatEndEventDto];

/** The content is the data of each event: OpenAPI 3.1 has no better word for a stream. */
const EVENT_STREAM = {
  type: 'string',
  contentSchema: { oneOf: EVENT_DATA.map((model) => ({ $ref: getSchemaPath(model) })) },
};

const ConversationIdParameter = () =>
  ApiParam({ name: 'conversation_id', description: "The conversation's id, as the answers tell it." });

export const DocumentChat = () =>
  applyDecorators(
    ApiOperation({
      operationId: 'chat',
      summary: 'Ask the chatbot',
      description:
        'The answer comes as a stream of events: `start`, then a `token` for each piece of text, and last an `end` ' +
        'with the whole of it, also when something goes wrong after the first piece; its `finish_reason` is then ' +
        '`error` and its `error` says what. What goes wrong before is an ordinary error. With `stream=false` the ' +
        'answer comes at once when it is complete. The data of the events are JSON: `ChatStartEventDto`, ' +
        '`ChatTokenEventDto` and `ChatEndEventDto`.\n\nMessages of one conversation are answered one after the other. ' +
        'A client that goes away ends the answer; what there is of it is kept as `interrupted`.',
    }),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'A name of this request that no other has. The same request sent again under it gets the answer that was ' +
        'stored; the model is asked again only where the answer did not come to its end.',
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
      },
    }),
    ApiExtraModels(ChatAnswerDto, ...EVENT_DATA),
    ApiOkResponse({
      description: 'The answer.',
      content: {
        'text/event-stream': { schema: EVENT_STREAM, example: EVENTS },
        'application/json': { schema: { $ref: getSchemaPath(ChatAnswerDto) } },
      },
    }),
    ApiErrors(400, 404, 409, 413, 415, 422, 429, 500, 502, 503),
  );

export const DocumentHistory = () =>
  applyDecorators(
    ApiOperation({
      operationId: 'getConversation',
      summary: 'Read a conversation',
      description: 'Open to whose it is and to administrators; for anyone else there is none of this id.',
    }),
    ConversationIdParameter(),
    ApiOkResponse({ type: ConversationDto, description: 'A part of the messages, empty beyond their end.' }),
    ApiErrors(400, 404, 422, 500, 503),
  );

export const DocumentDelete = () =>
  applyDecorators(
    ApiOperation({ operationId: 'deleteConversation', summary: 'Delete a conversation' }),
    ConversationIdParameter(),
    ApiNoContentResponse({ description: 'The conversation and its messages are gone.' }),
    ApiErrors(400, 404, 422, 500, 503),
  );
