import { Injectable } from '@nestjs/common';
import { Kysely, sql } from 'kysely';
import { SharedTransactions } from '../../database/shared-transactions';
import type { ConversationsTable, ConversationTurnsTable, Tables } from '../../database/tables';

export type Conversation = Readonly<ConversationsTable>;

export type Turn = Readonly<ConversationTurnsTable>;

/** A question whose answer is being written. */
export interface NewTurn {
  id: string;
  question_id: string;
  conversation_id: string;
  /** Of the conversation, if it is made now. */
  owner_id: string | null;
  /** Of the conversation, if it is made now. */
  user_id: string | null;
  question: string;
  model: string;
  idempotency_key: string | null;
  request_hash: string;
  /** The turn that this one takes the place of. */
  replaces: string | null;
}

export type TurnEnd = Pick<
  ConversationTurnsTable,
  'answer' | 'finish_reason' | 'sources' | 'input_tokens' | 'output_tokens'
>;

/** The conversation of a new turn belongs to somebody else, or its idempotency key is in use. */
export class TurnRefusedError extends Error {
  constructor(readonly reason: 'owner' | 'idempotency-key') {
    super(reason);
  }
}

/** The conversations in the service database. */
@Injectable()
export class ConversationsRepository {
  private readonly writes: SharedTransactions;

  constructor(private readonly database: Kysely<Tables>) {
    this.writes = new SharedTransactions(database);
  }

  find(id: string): Promise<Conversation | undefined> {
    return this.database.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** The turn that was asked for with this key, if there is one. */
  findTurnByKey(idempotencyKey: string): Promise<Turn | undefined> {
    return this.database
      .selectFrom('conversation_turns')
      .selectAll()
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();
  }

  /**
   * Adds a turn to its conversation, which is made when there is none.
   *
   * @throws TurnRefusedError
   */
  begin({ owner_id, user_id, replaces, ...turn }: NewTurn): Promise<void> {
    const now = new Date().toISOString();
    const { conversation_id } = turn;
    return this.writes.run(async (transaction) => {
      const conversation = await transaction
        .insertInto('conversations')
        .values({ id: conversation_id, owner_id, user_id, created_at: now, updated_at: now })
        // Also keeps others from adding to it until the transaction ends.
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ updated_at: now }))
        .returning('conversations.owner_id')
        .executeTakeFirstOrThrow();
      if (conversation.owner_id !== owner_id) throw new TurnRefusedError('owner');
      if (replaces !== null) {
        await transaction.deleteFrom('conversation_turns').where('id', '=', replaces).execute();
      }
      const inserted = await transaction
        .insertInto('conversation_turns')
        .values((values) => ({
          ...turn,
          position: values
            .selectFrom('conversation_turns as earlier')
            .select(sql<number>`coalesce(max(earlier.position) + 1, 0)`.as('next'))
            .where('earlier.conversation_id', '=', conversation_id),
          answer: '',
          finish_reason: null,
          sources: '[]',
          input_tokens: 0,
          output_tokens: 0,
          asked_at: now,
          answered_at: null,
        }))
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (inserted === undefined) throw new TurnRefusedError('idempotency-key');
    });
  }

  /** Does nothing where the conversation has been deleted meanwhile. */
  finish(id: string, end: TurnEnd): Promise<void> {
    const now = new Date().toISOString();
    return this.writes.run(async (transaction) => {
      const turn = await transaction
        .updateTable('conversation_turns')
        .set({ ...end, answered_at: now })
        .where('id', '=', id)
        .returning('conversation_id')
        .executeTakeFirst();
      if (turn === undefined) return;
      await transaction
        .updateTable('conversations')
        .set({ updated_at: now })
        .where('id', '=', turn.conversation_id)
        .execute();
    });
  }

  /** Takes back a turn of which nothing was answered, and its conversation when it has no other. */
  cancel(id: string, conversationId: string): Promise<void> {
    return this.writes.run(async (transaction) => {
      await transaction.deleteFrom('conversation_turns').where('id', '=', id).execute();
      await transaction
        .deleteFrom('conversations')
        .where('id', '=', conversationId)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('conversation_turns')
                .select('id')
                .where('conversation_id', '=', conversationId),
            ),
          ),
        )
        .execute();
    });
  }

  /** The newest turns that have ended, the newest first. */
  newestTurns(conversationId: string, limit: number): Promise<Turn[]> {
    return this.database
      .selectFrom('conversation_turns')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .where('finish_reason', 'is not', null)
      .orderBy('position', 'desc')
      .limit(limit)
      .execute();
  }

  /** A part of the turns, the oldest first, and how many there are in all. */
  async listTurns(
    conversationId: string,
    page: { offset: number; limit: number },
  ): Promise<{ turns: Turn[]; total: number }> {
    const turns = this.database
      .selectFrom('conversation_turns')
      .where('conversation_id', '=', conversationId);
    const { total } = await turns.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
    const rows = await turns.selectAll().orderBy('position').limit(page.limit).offset(page.offset).execute();
    return { turns: rows, total: Number(total) };
  }

  async delete(id: string): Promise<void> {
    await this.database.deleteFrom('conversations').where('id', '=', id).execute();
  }

  /** Deletes conversations that have rested since then, at most `limit`, and says how many. */
  async deleteRestingSince(since: Date, limit: number): Promise<number> {
    const { numDeletedRows } = await this.database
      .deleteFrom('conversations')
      .where('id', 'in', (where) =>
        where
          .selectFrom('conversations')
          .select('id')
          .where('updated_at', '<', since.toISOString())
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
