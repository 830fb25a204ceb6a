import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../auth/caller';
import { KeyedLock } from '../common/concurrency/keyed-lock';
import { ServiceError } from '../common/errors/service-error';
import { toServiceError } from '../common/errors/error.filter';
import { Environment } from '../config/environment';
import { type AnswerEnd, Assistant, type EarlierTurn } from './assistant/assistant';
import type { ChatEvent, EndEvent } from './chat-event';
import {
  ConversationsRepository,
  type NewTurn,
  type Turn,
  type TurnEnd,
} from './conversations/conversations.repository';
import { ConversationsService, keyInUse, sourcesOf } from './conversations/conversations.service';
import { fingerprint, keyOfAnotherRequest } from './conversations/idempotency-key';
import { type FinishReason, isComplete } from './finish-reason';
import type { Usage } from './language-model/language-model';
import { AiServiceUnavailableError } from './language-model/model-errors';
import { ClientLeftError, type RunningAnswer, RunningAnswers } from './running-answers.service';
import { Sources } from './source';

/** A message to the chatbot. */
export interface ChatRequest {
  message: string;
  conversationId?: string;
  userId?: string;
  /** Names the request, so that it is answered once however often it is sent. */
  idempotencyKey?: string;
  caller: Caller | undefined;
  /** The network of the client, which tells anonymous senders of idempotency keys apart. */
  network: string;
  /** Aborts when the client leaves. */
  client: AbortSignal;
  requestId: string;
}

/** Messages of one conversation that may wait for their turn, the one that is being answered included. */
const MOST_WAITING = 5;

/** Answers messages: one after the other in each conversation, and each of a key once. */
@Injectable()
export class ChatService {
  private readonly logger = new Logger(ChatService.name);
  private readonly conversationLocks: KeyedLock;
  private readonly keyLocks: KeyedLock;

  constructor(
    private readonly assistant: Assistant,
    private readonly conversations: ConversationsService,
    private readonly repository: ConversationsRepository,
    private readonly running: RunningAnswers,
    private readonly environment: Environment,
  ) {
    this.conversationLocks = new KeyedLock(environment.CHAT_TIMEOUT_MS, conversationIsBusy, MOST_WAITING);
    this.keyLocks = new KeyedLock(environment.CHAT_TIMEOUT_MS, keyInUse, MOST_WAITING);
  }

  /**
   * The answer as it is written. What goes wrong before its first piece is thrown before the first event; whatever goes
   * wrong later is told by the last one.
   */
  async *answer(request: ChatRequest): AsyncGenerator<ChatEvent, void> {
    const { idempotencyKey, caller, network } = request;
    if (idempotencyKey === undefined) return yield* this.inOrder(request);
    const key = fingerprint(caller?.id ?? null, caller ? null : network, idempotencyKey);
    const release = await this.keyLocks.acquire(key);
    try {
      const known = await this.repository.findTurnByKey(key);
      if (known === undefined) return yield* this.inOrder(request, { key });
      if (known.request_hash !== hashOf(request)) throw keyOfAnotherRequest();
      if (this.isBeingAnswered(known)) throw keyInUse();
      if (isAnswered(known)) return yield* replay(known);
      return yield* this.inOrder(request, { key, unfinished: known });
    } finally {
      release();
    }
  }

  /** By this instance or another one; an answer that was cut off with its process has been waited for long enough. */
  private isBeingAnswered({ finish_reason, asked_at }: Turn): boolean {
    const age = Date.now() - Date.parse(asked_at);
    return finish_reason === null && age <= this.environment.CHAT_TIMEOUT_MS;
  }

  private async *inOrder(
    request: ChatRequest,
    { key = null, unfinished }: { key?: string | null; unfinished?: Turn } = {},
  ): AsyncGenerator<ChatEvent, void> {
    const continued = unfinished?.conversation_id ?? request.conversationId;
    const conversation_id = continued ?? randomUUID();
    const owner_id = await this.conversations.ownerFor(continued, request.caller);
    const release = await this.conversationLocks.acquire(conversation_id);
    try {
      const earlier = await this.conversations.earlierTurns(continued);
      yield* this.write(request, earlier, {
        id: uuidv7(),
        question_id: uuidv7(),
        conversation_id,
        owner_id,
        user_id: owner_id === null ? (request.userId ?? null) : null,
        question: request.message,
        model: this.assistant.model,
        idempotency_key: key,
        request_hash: hashOf(request),
        replaces: unfinished?.id ?? null,
      });
    } finally {
      release();
    }
  }

  private async *write(
    request: ChatRequest,
    earlier: EarlierTurn[],
    turn: NewTurn,
  ): AsyncGenerator<ChatEvent, void> {
    const { message, caller, client } = request;
    const running = this.running.begin(client);
    try {
      const sources = new Sources();
      const pieces = this.assistant.answer({ message, earlier, caller, sources }, running.signal);
      const first = await this.firstPiece(turn, pieces, running, client);
      yield* this.tell(turn, first, pieces, sources, request);
    } finally {
      running.end();
    }
  }

  /** Stores the question while the model thinks about it, and takes it back when nothing comes of that. */
  private async firstPiece(
    turn: NewTurn,
    pieces: AsyncGenerator<string, AnswerEnd>,
    running: RunningAnswer,
    client: AbortSignal,
  ): Promise<IteratorResult<string, AnswerEnd>> {
    const first = pieces.next();
    // It may fail before anybody waits for it.
    first.catch(() => undefined);
    try {
      await this.conversations.begin(turn);
    } catch (error) {
      running.abort(toServiceError(error));
      await Promise.allSettled([first]);
      throw error;
    }
    try {
      return await first;
    } catch (error) {
      await (client.aborted
        ? this.repository.finish(turn.id, NOTHING)
        : this.repository.cancel(turn.id, turn.conversation_id));
      throw error;
    }
  }

  /** However the answer ends, and be it that its reader leaves, what there is of it is stored. */
  private async *tell(
    turn: NewTurn,
    first: IteratorResult<string, AnswerEnd>,
    pieces: AsyncGenerator<string, AnswerEnd>,
    sources: Sources,
    request: ChatRequest,
  ): AsyncGenerator<ChatEvent, void> {
    const ids = { conversationId: turn.conversation_id, messageId: turn.id };
    let text = '';
    let outcome: Outcome = { finishReason: 'interrupted', usage: NO_USAGE };
    let end: EndEvent | undefined;
    try {
      yield { type: 'start', ...ids };
      let piece = first;
      for (; piece.done !== true; piece = await pieces.next()) {
        text += piece.value;
        yield { type: 'token', content: piece.value };
      }
      outcome = piece.value;
    } catch (error) {
      outcome = this.failure(error, request);
    } finally {
      await pieces.return({ finishReason: 'stop', usage: NO_USAGE });
      const { model } = turn;
      end = { type: 'end', ...ids, text, sources: sources.list(), model, at: new Date(), ...outcome };
      end = await this.running.finishing(this.store(end, request));
    }
    yield end;
  }

  private async store(end: EndEvent, request: ChatRequest): Promise<EndEvent> {
    try {
      await this.repository.finish(end.messageId, {
        answer: end.text,
        finish_reason: end.finishReason,
        sources: JSON.stringify(end.sources),
        input_tokens: end.usage.inputTokens,
        output_tokens: end.usage.outputTokens,
      });
      return end;
    } catch (error) {
      return { ...end, ...this.failure(error, request) };
    }
  }

  private failure(error: unknown, { requestId }: ChatRequest): Outcome {
    if (error instanceof ClientLeftError) return { finishReason: 'interrupted', usage: NO_USAGE };
    const failure = toServiceError(error);
    const { name, message, cause, stack } = error instanceof Error ? error : failure;
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined;
    const known = error instanceof ServiceError;
    this.logger.error({ requestId, error: name, message, cause: reason, ...(known ? {} : { stack }) });
    return { finishReason: 'error', usage: NO_USAGE, failure };
  }
}

type Outcome = Pick<EndEvent, 'finishReason' | 'usage' | 'failure'>;

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 };

/** The end of an answer whose reader left before it began. */
const NOTHING: TurnEnd = {
  answer: '',
  finish_reason: 'interrupted',
  sources: '[]',
  input_tokens: 0,
  output_tokens: 0,
};

function* replay(turn: Turn & { finish_reason: FinishReason }): Generator<ChatEvent, void> {
  const ids = { conversationId: turn.conversation_id, messageId: turn.id };
  yield { type: 'start', ...ids };
  yield { type: 'token', content: turn.answer };
  yield {
    type: 'end',
    ...ids,
    text: turn.answer,
    sources: sourcesOf(turn),
    usage: { inputTokens: turn.input_tokens, outputTokens: turn.output_tokens },
    finishReason: turn.finish_reason,
    model: turn.model,
    at: new Date(turn.answered_at ?? turn.asked_at),
  };
}

const isAnswered = (turn: Turn): turn is Turn & { finish_reason: FinishReason } =>
  isComplete(turn.finish_reason);

const hashOf = ({ message, conversationId, userId }: ChatRequest): string =>
  fingerprint(message, conversationId ?? null, userId ?? null);

const conversationIsBusy = () =>
  new AiServiceUnavailableError('too many messages of this conversation are waiting; try again in a moment', {
    retryAfterSeconds: 5,
  });
