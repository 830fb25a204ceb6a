import { HttpStatus, Injectable } from '@nestjs/common';
import { ForbiddenError } from '../../auth/auth-errors';
import type { Caller } from '../../auth/caller';
import { NotFoundError, ServiceError } from '../../common/errors/service-error';
import { Environment, isAuthEnabled } from '../../config/environment';
import type { EarlierTurn } from '../assistant/assistant';
import type { Source } from '../source';
import {
  type Conversation,
  ConversationsRepository,
  type NewTurn,
  type Turn,
  TurnRefusedError,
} from './conversations.repository';
import { historyWindow } from './history-window';

/** More turns than any budget of tokens has room for usefully. */
const MOST_EARLIER_TURNS = 50;

/** Conversations and who may see and continue them. */
@Injectable()
export class ConversationsService {
  private readonly authEnabled: boolean;

  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly environment: Environment,
  ) {
    this.authEnabled = isAuthEnabled(environment);
  }

  /**
   * The conversation, for those who may see it: whose it is, and administrators.
   *
   * @throws NotFoundError for anyone else, as when there is none.
   */
  async read(id: string, caller: Caller | undefined): Promise<Conversation> {
    const conversation = await this.conversations.find(id);
    if (conversation === undefined || !this.maySee(conversation, caller)) throw notFound();
    return conversation;
  }

  /** @throws NotFoundError */
  async remove(id: string, caller: Caller | undefined): Promise<void> {
    await this.read(id, caller);
    await this.conversations.delete(id);
  }

  /**
   * To whom a conversation belongs that the caller continues, or begins when there is none of this id.
   *
   * @param id undefined for a conversation that begins
   * @throws NotFoundError or ForbiddenError when it belongs to somebody else.
   */
  async ownerFor(id: string | undefined, caller: Caller | undefined): Promise<string | null> {
    const conversation = id === undefined ? undefined : await this.conversations.find(id);
    if (conversation === undefined) return caller?.id ?? null;
    if (!this.maySee(conversation, caller)) throw notFound();
    // An administrator may read it, but what is said in it is said by its owner.
    if (this.authEnabled && conversation.owner_id !== caller?.id) {
      throw new ForbiddenError('this conversation belongs to somebody else');
    }
    return conversation.owner_id;
  }

  /** The newest turns that fit into CHAT_HISTORY_TOKENS, oldest first; none of a conversation that begins. */
  async earlierTurns(id: string | undefined): Promise<EarlierTurn[]> {
    if (id === undefined) return [];
    const turns = await this.conversations.newestTurns(id, MOST_EARLIER_TURNS);
    return historyWindow(turns.filter(isAnswered), this.environment.CHAT_HISTORY_TOKENS).map((turn) => ({
      question: turn.question,
      answer: turn.answer,
      finishReason: turn.finish_reason,
      sources: sourcesOf(turn),
    }));
  }

  /**
   * Adds a turn to its conversation, which is made when there is none.
   *
   * @throws NotFoundError when the conversation has come to belong to somebody else meanwhile.
   */
  async begin(turn: NewTurn): Promise<void> {
    try {
      await this.conversations.begin(turn);
    } catch (error) {
      if (!(error instanceof TurnRefusedError)) throw error;
      throw error.reason === 'owner' ? notFound() : keyInUse();
    }
  }

  private maySee({ owner_id }: Conversation, caller: Caller | undefined): boolean {
    if (!this.authEnabled || caller?.role === 'admin') return true;
    return owner_id !== null && owner_id === caller?.id;
  }
}

/** What the answer of a turn is based on. */
export const sourcesOf = ({ sources }: Turn): Source[] => JSON.parse(sources) as Source[];

const isAnswered = <T extends Turn>(turn: T): turn is T & { finish_reason: EarlierTurn['finishReason'] } =>
  turn.finish_reason !== null && turn.answer !== '';

const notFound = () => new NotFoundError('there is no conversation of this id');

/** 409: the request with this key is being answered. */
export const keyInUse = () =>
  new ServiceError(
    HttpStatus.CONFLICT,
    'IdempotencyKeyInUse',
    'the request with this Idempotency-Key is still being answered; ask again in a moment',
    undefined,
    { retryAfterSeconds: 5 },
  );
