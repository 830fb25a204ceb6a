import { Injectable } from '@nestjs/common';
import { pageMeta } from '../../common/pagination/page-meta.dto';
import { offsetOf, type PaginationQueryDto } from '../../common/pagination/pagination.query.dto';
import { Environment } from '../../config/environment';
import type { ConversationDto, ConversationMessageDto } from '../dto/conversation.dto';
import type { FinishReason } from '../finish-reason';
import { type Conversation, ConversationsRepository, type Turn } from './conversations.repository';
import { sourcesOf } from './conversations.service';

/** A question and its answer. */
const MESSAGES_PER_TURN = 2;

/** Writes conversations as clients see them. */
@Injectable()
export class ConversationPresenter {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly environment: Environment,
  ) {}

  async page(conversation: Conversation, query: PaginationQueryDto): Promise<ConversationDto> {
    const offset = offsetOf(query);
    const skipped = Math.floor(offset / MESSAGES_PER_TURN);
    const until = Math.ceil((offset + query.limit) / MESSAGES_PER_TURN);
    const { turns, total } = await this.conversations.listTurns(conversation.id, {
      offset: skipped,
      limit: until - skipped,
    });
    const messages = turns.flatMap((turn) => this.messages(turn));
    const first = offset - skipped * MESSAGES_PER_TURN;
    return {
      conversation_id: conversation.id,
      messages: messages.slice(first, first + query.limit),
      created_at: conversation.created_at,
      updated_at: conversation.updated_at,
      meta: pageMeta(query, total * MESSAGES_PER_TURN),
    };
  }

  private messages(turn: Turn): ConversationMessageDto[] {
    return [
      { id: turn.question_id, role: 'user', content: turn.question, timestamp: turn.asked_at },
      {
        id: turn.id,
        role: 'assistant',
        content: turn.answer,
        timestamp: turn.answered_at ?? turn.asked_at,
        finish_reason: this.finishReason(turn),
        sources: sourcesOf(turn),
      },
    ];
  }

  /** An answer that should have ended long ago was cut off with the process that wrote it. */
  private finishReason({ finish_reason, asked_at }: Turn): FinishReason | null {
    const age = Date.now() - Date.parse(asked_at);
    return finish_reason === null && age > this.environment.CHAT_TIMEOUT_MS ? 'interrupted' : finish_reason;
  }
}
