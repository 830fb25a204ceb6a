import type { Caller } from '../../auth/caller';
import type { FinishReason } from '../finish-reason';
import type { Usage } from '../language-model/language-model';
import type { Source, Sources } from '../source';

/** A turn of a conversation that has been answered, at least in part. */
export interface EarlierTurn {
  question: string;
  answer: string;
  finishReason: FinishReason;
  sources: readonly Source[];
}

/** What is to be answered. */
export interface Question {
  message: string;
  /** Oldest first. */
  earlier: readonly EarlierTurn[];
  /** In whose name reports are looked up. */
  caller: Caller | undefined;
  /** Takes what the answer is based on. */
  sources: Sources;
}

export interface AnswerEnd {
  finishReason: Exclude<FinishReason, 'error' | 'interrupted'>;
  usage: Usage;
}

/** Answers questions of citizens and officials about their city's reports. */
export abstract class Assistant {
  /** What writes the answers. */
  abstract readonly model: string;

  /** The pieces of the answer, at least one and none of them empty. Aborting ends the work at once. */
  abstract answer(question: Question, signal: AbortSignal): AsyncGenerator<string, AnswerEnd>;
}
