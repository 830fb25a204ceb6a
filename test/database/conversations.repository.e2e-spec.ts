import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import {
  ConversationsRepository,
  type NewTurn,
  TurnRefusedError,
} from '../../src/chatbot/conversations/conversations.repository';
import { openDatabase } from '../../src/database/open-database';
import type { Tables } from '../../src/database/tables';
import { DATABASES, type TestDatabase } from '../support/databases';

describe.each(DATABASES)('ConversationsRepository on %s', (_name, openTestDatabase) => {
  let testDatabase: TestDatabase;
  let database: Kysely<Tables>;
  let conversations: ConversationsRepository;
  beforeAll(async () => {
    testDatabase = await openTestDatabase();
    database = await openDatabase(testDatabase.settings);
    conversations = new ConversationsRepository(database);
  });
  afterAll(async () => {
    await database.destroy();
    await testDatabase.remove();
  });
  beforeEach(async () => {
    await database.deleteFrom('conversations').execute();
  });

  const newTurn = (changes: Partial<NewTurn> = {}): NewTurn => ({
    id: uuidv7(),
    question_id: uuidv7(),
    conversation_id: 'c',
    owner_id: null,
    user_id: null,
    question: 'Câu hỏi? 🚦',
    model: 'm',
    idempotency_key: null,
    request_hash: 'h',
    replaces: null,
    ...changes,
  });
  const begin = async (changes: Partial<NewTurn> = {}) => {
    const turn = newTurn(changes);
    await conversations.begin(turn);
    return turn;
  };
  const finish = (id: string, answer: string) =>
    conversations.finish(id, {
      answer,
      finish_reason: 'stop',
      sources: '[{"id":"x"}]',
      input_tokens: 1,
      output_tokens: 2,
    });
  const turns = async () => (await conversations.listTurns('c', { offset: 0, limit: 100 })).turns;

  it('keeps turns in their order', async () => {
    for (const question of ['one', 'two', 'three']) {
      const { id } = await begin({ question });
      await finish(id, `answer to ${question}`);
    }
    expect((await turns()).map(({ position, answer }) => [position, answer])).toEqual([
      [0, 'answer to one'],
      [1, 'answer to two'],
      [2, 'answer to three'],
    ]);
    expect((await conversations.newestTurns('c', 2)).map(({ question }) => question)).toEqual([
      'three',
      'two',
    ]);
    expect(await conversations.listTurns('c', { offset: 1, limit: 1 })).toMatchObject({
      turns: [{ question: 'two', sources: '[{"id":"x"}]', input_tokens: 1, output_tokens: 2 }],
      total: 3,
    });
  });

  it('gives turns that begin at once different positions', async () => {
    await Promise.all(Array.from({ length: 10 }, () => begin()));
    expect((await turns()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('does not take a turn that is being answered for an earlier one', async () => {
    await begin();
    expect(await conversations.newestTurns('c', 10)).toEqual([]);
  });

  it('takes an idempotency key once', async () => {
    const { id } = await begin({ idempotency_key: 'k' });
    await expect(begin({ idempotency_key: 'k', conversation_id: 'd' })).rejects.toThrow(TurnRefusedError);
    expect(await conversations.find('d')).toBeUndefined();
    expect((await conversations.findTurnByKey('k'))?.id).toBe(id);
    const again = await begin({ idempotency_key: 'k', replaces: id });
    expect((await turns()).map(({ id: left }) => left)).toEqual([again.id]);
  });

  it('lets nobody add to what belongs to somebody else', async () => {
    await database
      .insertInto('users')
      .values({
        id: 'mai',
        username: 'mai',
        email: null,
        email_key: null,
        full_name: null,
        role: 'citizen',
        password_hash: '',
        token_version: 0,
        disabled_at: null,
        created_at: '',
        last_seen_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await begin({ owner_id: 'mai' });
    await expect(begin()).rejects.toThrow(TurnRefusedError);
    expect(await turns()).toHaveLength(1);
  });

  it('takes a turn back, and with the last one its conversation', async () => {
    const [one, two] = [await begin(), await begin()];
    await conversations.cancel(two.id, 'c');
    expect(await turns()).toHaveLength(1);
    await conversations.cancel(one.id, 'c');
    expect(await conversations.find('c')).toBeUndefined();
  });

  it('deletes a conversation with its turns, also while one is being answered', async () => {
    const { id } = await begin({ idempotency_key: 'k' });
    await conversations.delete('c');
    await finish(id, 'too late');
    expect(await turns()).toEqual([]);
    expect(await conversations.findTurnByKey('k')).toBeUndefined();
  });

  it('deletes what has rested, a part at a time', async () => {
    for (const conversation_id of ['a', 'b', 'c']) await begin({ conversation_id });
    const before = new Date(Date.now() - 60_000);
    expect(await conversations.deleteRestingSince(before, 10)).toBe(0);
    const later = new Date(Date.now() + 60_000);
    expect(await conversations.deleteRestingSince(later, 2)).toBe(2);
    expect(await conversations.deleteRestingSince(later, 2)).toBe(1);
  });
});
