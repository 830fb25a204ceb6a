import { clientWith } from '../support/accounts';
import { type RunningService, startService } from '../support/service';
import { CHAT, stream } from './chat-client';

describe('the chatbot refuses', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const post = (body: unknown, query = '') =>
    clientWith(service).post<object>(`${CHAT}${query}`, body, {
      headers: { 'Content-Type': 'application/json' },
    });

  it.each([
    ['no message', {}, 'message'],
    ['an empty message', { message: '' }, 'message'],
    ['a blank message', { message: ' \n\u200b\t' }, 'message'],
    ['a message of 8001 characters', { message: 'x'.repeat(8001) }, 'message'],
    ['a message with NUL', { message: 'a\u0000b' }, 'message'],
    ['a message with half a character', '{"message":"a\\ud800"}', 'message'],
    ['a message that is a list', { message: ['x'] }, 'message'],
    ['an empty conversation id', { message: 'x', conversation_id: '' }, 'conversation_id'],
    ['a conversation id with a slash', { message: 'x', conversation_id: 'a/b' }, 'conversation_id'],
    [
      'a conversation id of 129 characters',
      { message: 'x', conversation_id: 'x'.repeat(129) },
      'conversation_id',
    ],
    ['a conversation id of null', { message: 'x', conversation_id: null }, 'conversation_id'],
    ['a user id that is a number', { message: 'x', user_id: 1 }, 'user_id'],
    ['an unknown field', { message: 'x', model: 'gpt' }, 'model'],
  ])('%s', async (_what, body, field) => {
    for (const query of ['', '?stream=false']) {
      expect(await post(body, query)).toMatchObject({
        status: 422,
        data: { error_type: 'ValidationError', errors: [{ loc: ['body', field] }] },
      });
    }
  });

  it.each(['stream=maybe', 'stream=', 'stream=1', 'stream=TRUE', 'stream=true&stream=false', 'streams=true'])(
    '?%s',
    async (query) => {
      expect((await post({ message: 'x' }, `?${query}`)).status).toBe(422);
    },
  );

  it('what is no JSON, and no object', async () => {
    expect((await post('{')).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
  });

  it.each(['a%2Fb', '%00', '%FF', 'x'.repeat(129), "'; drop table conversations; --", '..%2f..'])(
    'the conversation %s',
    async (id) => {
      const { status } = await clientWith(service).get(`/ai-service/chatbot/history/${id}`);
      expect([400, 404]).toContain(status);
    },
  );

  it('no message of 8000 characters, in whatever script', async () => {
    for (const letter of ['x', 'ệ', '🚦']) {
      const { status, end } = await stream(service, { message: letter.repeat(8000) });
      expect([status, end.finish_reason]).toEqual([200, 'stop']);
    }
  });
});
