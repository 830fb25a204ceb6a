import { ApiProperty } from '@nestjs/swagger';
import { ErrorEnvelopeDto } from '../../common/errors/error-envelope.dto';
import { FINISH_REASONS, type FinishReason } from '../finish-reason';
import { SourceDto, UsageDto } from './chat-answer.dto';

/** The data of the event `start`. */
export class ChatStartEventDto {
  @ApiProperty({ enum: ['start'] })
  type!: 'start';

  /** @example '3f0c1a52-6f0e-4a67-9d7c-0f6f4f6f9a11' */
  conversation_id!: string;

  /** Of the answer.
   * @example '019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  message_id!: string;
}

/** The data of an event `token`. */
export class ChatTokenEventDto {
  @ApiProperty({ enum: ['token'] })
  type!: 'token';

  /** A piece of the answer, to be put behind those before.
   * @example 'Two' */
  content!: string;
}

/** The data of the event `end`. */
export class ChatEndEventDto {
  @ApiProperty({ enum: ['end'] })
  type!: 'end';

  /** @example '3f0c1a52-6f0e-4a67-9d7c-0f6f4f6f9a11' */
  conversation_id!: string;

  /** @example '019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  message_id!: string;

  /** All pieces together, or what there is of them. Text, perhaps with Markdown in it; HTML in it is text too.
   * @example 'Two reports of broken street lights are open near Lê Lợi.' */
  full_response!: string;

  sources!: SourceDto[];

  usage!: UsageDto;

  @ApiProperty({ enum: [...FINISH_REASONS], example: 'stop' })
  finish_reason!: FinishReason;

  /** What wrote the answer: a model, or `embedded-assistant`.
   * @example 'embedded-assistant' */
  model!: string;

  /** When the answer ended. */
  @ApiProperty({ format: 'date-time', example: '2026-11-21T10:30:00.000Z' })
  timestamp!: string;

  /** What went wrong, with finish reason `error`. */
  error?: ErrorEnvelopeDto;
}
