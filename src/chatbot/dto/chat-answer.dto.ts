import { ApiProperty } from '@nestjs/swagger';
import { FINISH_REASONS, type FinishReason } from '../finish-reason';

/** What an answer is based on. */
export class SourceDto {
  /** A report's id, or that of a piece of a document.
   * @example 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  id!: string;

  @ApiProperty({ enum: ['CitizenReport', 'Document'] })
  type!: string;

  /** @example 'Đèn đường hỏng' */
  title!: string;

  /** How well it fits the question, 0 to 1; 1 for what was looked up.
   * @example 1 */
  score!: number;
}

/** Tokens, as the model server counts them; zero where it does not say. */
export class UsageDto {
  @ApiProperty({ type: 'integer', minimum: 0, example: 412 })
  input_tokens!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 87 })
  output_tokens!: number;
}

/** A complete answer. */
export class ChatAnswerDto {
  /** @example '3f0c1a52-6f0e-4a67-9d7c-0f6f4f6f9a11' */
  conversation_id!: string;

  /** @example '019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  message_id!: string;

  /** Text, perhaps with Markdown in it; HTML in it is text too.
   * @example 'Two reports of broken street lights are open near Lê Lợi.' */
  response!: string;

  sources!: SourceDto[];

  usage!: UsageDto;

  @ApiProperty({ enum: [...FINISH_REASONS], example: 'stop' })
  finish_reason!: FinishReason;

  /** What wrote the answer: a model, or `embedded-assistant`.
   * @example 'embedded-assistant' */
  model!: string;

  /** When the answer was complete.
   * @example '2026-11-21T10:30:00.000Z' */
  timestamp!: string;
}
