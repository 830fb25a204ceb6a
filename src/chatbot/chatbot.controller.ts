import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Roles } from '../auth/access';
import { type Caller, CurrentCaller } from '../auth/caller';
import { ClientGone } from '../common/http/client-gone';
import { clientNetwork } from '../common/http/client-network';
import { requestIdOf } from '../common/http/request-id';
import { PaginationQueryDto } from '../common/pagination/pagination.query.dto';
import { NoQueryDto } from '../common/validation/no-query.dto';
import { Environment } from '../config/environment';
import { RateLimit } from '../rate-limits/rate-limit.decorator';
import { DocumentChat, DocumentDelete, DocumentHistory } from './chat-operations';
import { ChatService } from './chat.service';
import { completeAnswer } from './complete-answer';
import { ConversationIdPipe } from './conversations/conversation-id.pipe';
import { ConversationPresenter } from './conversations/conversation-presenter';
import { ConversationsService } from './conversations/conversations.service';
import { IdempotencyKey } from './conversations/idempotency-key';
import type { ChatAnswerDto } from './dto/chat-answer.dto';
import { ChatDto } from './dto/chat.dto';
import { ChatQueryDto } from './dto/chat.query.dto';
import { ConversationDto } from './dto/conversation.dto';
import { toFrames } from './event-stream';

/** How long a reader may take nothing in after the longest answer is over, in milliseconds. */
const STALLED_READER_MS = 2_000;

@ApiTags('Chatbot')
@Controller('ai-service/chatbot')
@Roles()
export class ChatbotController {
  constructor(
    private readonly chats: ChatService,
    private readonly conversations: ConversationsService,
    private readonly presenter: ConversationPresenter,
    private readonly environment: Environment,
  ) {}

  @Post('chat')
  @HttpCode(HttpStatus.OK)
  @RateLimit('chat')
  @DocumentChat()
  chat(
    @Body() { message, conversation_id, user_id }: ChatDto,
    @Query() { stream }: ChatQueryDto,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @CurrentCaller() caller: Caller | undefined,
    @ClientGone() client: AbortSignal,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChatAnswerDto> | AsyncGenerator<string> {
    const requestId = requestIdOf(request);
    const events = this.chats.answer({
      message,
      conversationId: conversation_id,
      userId: user_id,
      idempotencyKey,
      caller,
      network: clientNetwork(request),
      client,
      requestId,
    });
    if (stream === 'false') return completeAnswer(events);
    const stalledAfterMs = this.environment.CHAT_TIMEOUT_MS + STALLED_READER_MS;
    return toFrames(events, response, { requestId, stalledAfterMs });
  }

  @Get('history/:conversation_id')
  @DocumentHistory()
  async history(
    @Param('conversation_id', ConversationIdPipe) id: string,
    @Query() query: PaginationQueryDto,
    @CurrentCaller() caller: Caller | undefined,
  ): Promise<ConversationDto> {
    return this.presenter.page(await this.conversations.read(id, caller), query);
  }

  @Delete('history/:conversation_id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @DocumentDelete()
  async remove(
    @Param('conversation_id', ConversationIdPipe) id: string,
    @Query() _query: NoQueryDto,
    @CurrentCaller() caller: Caller | undefined,
  ): Promise<void> {
    await this.conversations.remove(id, caller);
  }
}
