import { ApiProperty } from '@nestjs/swagger';
import { PageMetaDto } from '../../common/pagination/page-meta.dto';
import { FINISH_REASONS, type FinishReason } from '../finish-reason';
import { SourceDto } from './chat-answer.dto';

/** A message of a conversation. */
export class ConversationMessageDto {
  /** @example '019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  id!: string;

  @ApiProperty({ enum: ['user', 'assistant'] })
  role!: 'user' | 'assistant';

  /** @example 'Which street lights are broken near Lê Lợi?' */
  content!: string;

  /** ISO 8601, UTC.
   * @example '2026-11-21T10:30:00.000Z' */
  timestamp!: string;

  /** Of an answer: why it ended; null while it is being written. */
  @ApiProperty({ enum: [...FINISH_REASONS, null], required: false, example: 'stop' })
  finish_reason?: FinishReason | null;

  /** Of an answer: what it is based on. */
  sources?: SourceDto[];
}

/** A conversation with a part of its messages. */
export class ConversationDto {
  /** @example '3f0c1a52-6f0e-4a67-9d7c-0f6f4f6f9a11' */
  conversation_id!: string;

  /** Oldest first; questions and answers take turns. */
  messages!: ConversationMessageDto[];

  /** ISO 8601, UTC.
   * @example '2026-11-21T10:29:51.000Z' */
  created_at!: string;

  /** ISO 8601, UTC.
   * @example '2026-11-21T10:30:00.000Z' */
  updated_at!: string;

  /** Counts messages. */
  meta!: PageMetaDto;
}
