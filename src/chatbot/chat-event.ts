import type { ServiceError } from '../common/errors/service-error';
import type { FinishReason } from './finish-reason';
import type { Usage } from './language-model/language-model';
import type { Source } from './source';

/** An answer as it is written: begins with `start`, ends with `end`, whatever happens between them. */
export type ChatEvent = StartEvent | { type: 'token'; content: string } | EndEvent;

export interface StartEvent {
  type: 'start';
  conversationId: string;
  /** Of the answer. */
  messageId: string;
}

export interface EndEvent {
  type: 'end';
  conversationId: string;
  messageId: string;
  text: string;
  sources: readonly Source[];
  usage: Usage;
  finishReason: FinishReason;
  /** What wrote the answer. */
  model: string;
  at: Date;
  /** What went wrong, with finish reason `error`. */
  failure?: ServiceError;
}
