import { setTimeout } from 'node:timers/promises';
import type { AxiosResponse } from 'axios';
import { type Account, clientWith, makeAccount } from '../support/accounts';
import { chunk, ModelServer, says, sends } from '../support/model-server';
import { type RunningService, startService } from '../support/service';
import { CHAT, NO_DOCUMENTS, open, stream } from './chat-client';

const HISTORY = '/ai-service/chatbot/history';

interface Conversation {
  conversation_id: string;
  messages: { id: string; role: string; content: string; timestamp: string; finish_reason?: string }[];
  created_at: string;
  updated_at: string;
  meta: { total: number };
}

const model = new ModelServer();
let modelUrl: string;
beforeAll(async () => {
  modelUrl = await model.start();
});
afterAll(() => model.stop());

/** What the model was asked in the newest call, but the instructions. */
const asked = () =>
  (model.calls.at(-1)?.body.messages ?? [])
    .filter(({ role }) => role !== 'system')
    .map(({ role, content }) => [role, content?.split('\n').at(-1)]);

/** A promise and what settles it. */
function gate() {
  let settle: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (settle = resolve));
  return { opened, open: () => settle() };
}

describe('conversations without log-in', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({
      ...NO_DOCUMENTS,
      CHAT_MODEL: 'm',
      OPENAI_BASE_URL: modelUrl,
      CHAT_HISTORY_TOKENS: '100',
    });
  });
  afterAll(() => service.stop());

  const history = (id: string, query = '') =>
    clientWith(service).get<Conversation>(`${HISTORY}/${encodeURIComponent(id)}${query}`);

  it('are remembered, told again, and deleted', async () => {
    model.will(says('It is open.'), says('On Lê Lợi.'));
    const { end } = await stream(service, { message: 'Is it open?' });
    const { conversation_id } = end;
    await stream(service, { message: 'Where?', conversation_id });
    expect(asked()).toEqual([
      ['user', 'Is it open?'],
      ['assistant', 'It is open.'],
      ['user', 'Where?'],
    ]);

    const { data } = await history(conversation_id);
    expect(data).toMatchObject({
      conversation_id,
      messages: [
        { role: 'user', content: 'Is it open?' },
        { role: 'assistant', content: 'It is open.', id: end.message_id, finish_reason: 'stop' },
        { role: 'user', content: 'Where?' },
        { role: 'assistant', content: 'On Lê Lợi.' },
      ],
      meta: { total: 4 },
    });
    expect(data.updated_at > data.created_at).toBe(true);
    const page = await history(conversation_id, '?offset=1&limit=2');
    expect(page.data.messages).toEqual(data.messages.slice(1, 3));

    expect((await clientWith(service).delete(`${HISTORY}/${conversation_id}`)).status).toBe(204);
    expect((await history(conversation_id)).status).toBe(404);
    expect((await clientWith(service).delete(`${HISTORY}/${conversation_id}`)).status).toBe(404);
  });

  it('have ids of the client, if it wants', async () => {
    model.will(says('Yes.'));
    const { end } = await stream(service, {
      message: 'Mine?',
      conversation_id: 'kiosk:1.a_B-c',
      user_id: 'kiosk',
    });
    expect(end.conversation_id).toBe('kiosk:1.a_B-c');
    expect((await history('kiosk:1.a_B-c')).status).toBe(200);
  });

  it('are remembered within the budget, at the borders of turns', async () => {
    model.will(says('a'.repeat(150)), says('b'.repeat(150)), says('c'), says('d'));
    for (const message of ['First?', 'Second?', 'Third?', 'Fourth?']) {
      await stream(service, { message, conversation_id: 'long' });
    }
    expect(asked()).toEqual([
      ['user', 'Second?'],
      ['assistant', 'b'.repeat(150)],
      ['user', 'Third?'],
      ['assistant', 'c'],
      ['user', 'Fourth?'],
    ]);
  });

  it('tell the model where an answer was broken off', async () => {
    model.will(sends(chunk({ content: 'It is' })), says('Sorry.'));
    await stream(service, { message: 'Is it?', conversation_id: 'broken' });
    await stream(service, { message: 'Go on', conversation_id: 'broken' });
    expect(asked()[1]).toEqual(['assistant', 'It is [broken off]']);
  });

  it('answer messages sent at once one after the other, and refuse too many', async () => {
    const seen: string[] = [];
    let atOnce = 0;
    const { opened, open: go } = gate();
    model.will(async (response, call) => {
      await opened;
      expect((atOnce += 1)).toBe(1);
      seen.push(call.body.messages.at(-1)?.content?.split('\n').at(-1) ?? '');
      await setTimeout(5);
      atOnce -= 1;
      await says('Yes.')(response, call);
    });
    let refused = 0;
    const sent = Array.from({ length: 8 }, async (_, i) => {
      const { status } = await stream(service, { message: `Number ${i}`, conversation_id: 'at-once' });
      if (status === 503 && (refused += 1) === 3) go();
      return status;
    });
    expect((await Promise.all(sent)).sort()).toEqual([...Array<number>(5).fill(200), 503, 503, 503]);
    const { data } = await history('at-once');
    expect(data.messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(seen);
  });

  it('show a question while it is being answered', async () => {
    const { opened, open: go } = gate();
    model.will(async (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(chunk({ content: 'Slow' }));
      await opened;
      response.end(chunk({}, 'stop'));
    });
    const response = await open(service, { message: 'Slowly', conversation_id: 'slow' });
    const { data } = await history('slow');
    expect(data.messages).toMatchObject([
      { role: 'user', content: 'Slowly' },
      { role: 'assistant', content: '', finish_reason: null },
    ]);
    go();
    await response.resume().toArray();
  });

  describe('with an Idempotency-Key', () => {
    const send = (key: string, body: object) => stream(service, body, { 'Idempotency-Key': key });

    it('answer a repeated request with the stored answer', async () => {
      model.will(says('Only', ' once.'));
      const first = await send('key-1', { message: 'Twice?' });
      const second = await send('key-1', { message: 'Twice?' });
      expect(second.end).toEqual(first.end);
      expect(second.events.map(({ type }) => type)).toEqual(['start', 'token', 'end']);
      const whole = await clientWith(service).post<object>(
        `${CHAT}?stream=false`,
        { message: 'Twice?' },
        { headers: { 'Idempotency-Key': 'key-1' } },
      );
      expect(whole.data).toMatchObject({ message_id: first.end.message_id, response: 'Only once.' });
      expect(model.calls).toHaveLength(1);
    });

    it('ask the model once, however many ask at once', async () => {
      model.will(says('Once.'));
      const answers = await Promise.all([1, 2, 3].map(() => send('key-2', { message: 'Together?' })));
      expect(new Set(answers.map(({ end }) => end.message_id)).size).toBe(1);
      expect(model.calls).toHaveLength(1);
    });

    it('refuse the key for another request', async () => {
      model.will(says('Yes.'));
      await send('key-3', { message: 'This?' });
      const { status, body } = await send('key-3', { message: 'That?' });
      expect({ status, body: JSON.parse(body) as object }).toMatchObject({
        status: 422,
        body: { errors: [{ loc: ['header', 'Idempotency-Key'] }] },
      });
    });

    it('ask again for what was not answered to its end', async () => {
      model.will(sends(chunk({ content: 'Half' })), says('Whole.'));
      const first = await send('key-4', { message: 'Again?' });
      expect(first.end.finish_reason).toBe('error');
      const second = await send('key-4', { message: 'Again?' });
      expect(second.end).toMatchObject({ finish_reason: 'stop', conversation_id: first.end.conversation_id });
      expect((await history(first.end.conversation_id)).data.messages).toHaveLength(2);
    });

    it.each(['', 'a b', 'x'.repeat(256)])('refuse the key %j', async (key) => {
      const { status, body } = await send(key, { message: 'x' });
      expect({ status, body: JSON.parse(body) as object }).toMatchObject({
        status: 422,
        body: { errors: [{ loc: ['header', 'Idempotency-Key'] }] },
      });
    });
  });
});

describe('conversations of those who logged in', () => {
  let service: RunningService;
  let mai: Account;
  let anh: Account;
  let ada: Account;
  beforeAll(async () => {
    service = await startService({
      ...NO_DOCUMENTS,
      CHAT_MODEL: 'm',
      OPENAI_BASE_URL: modelUrl,
      AUTH_ENABLED: 'true',
    });
    mai = await makeAccount(service, 'mai', 'citizen');
    anh = await makeAccount(service, 'anh', 'citizen');
    ada = await makeAccount(service, 'ada', 'admin');
    model.will(says('For Mai.'));
    await say(mai, { message: 'Hello', conversation_id: 'of-mai' });
  });
  afterAll(() => service.stop());

  const say = (who: Account | undefined, body: object): Promise<AxiosResponse<object>> =>
    clientWith(service, who).post(`${CHAT}?stream=false`, body);
  const read = (who: Account | undefined, id: string): Promise<AxiosResponse<object>> =>
    clientWith(service, who).get(`${HISTORY}/${id}`);

  it('are theirs alone, and open to administrators', async () => {
    expect((await read(mai, 'of-mai')).status).toBe(200);
    expect((await read(ada, 'of-mai')).status).toBe(200);
    const [others, none] = [await read(anh, 'of-mai'), await read(anh, 'of-nobody')];
    expect(others.status).toBe(404);
    expect({ ...others.data, request_id: '' }).toEqual({ ...none.data, request_id: '' });
    expect((await clientWith(service, anh).delete(`${HISTORY}/of-mai`)).status).toBe(404);
  });

  it('are continued by nobody else', async () => {
    model.will(says('No.'));
    expect((await say(anh, { message: 'Hi', conversation_id: 'of-mai' })).status).toBe(404);
    expect((await say(ada, { message: 'Hi', conversation_id: 'of-mai' })).status).toBe(403);
    expect(model.calls).toHaveLength(0);
  });

  it('are not to be had by calling oneself somebody else', async () => {
    model.will(says('No.'));
    const body = { message: 'Hi', user_id: mai.id };
    expect((await say(anh, { ...body, conversation_id: 'of-mai' })).status).toBe(404);
    await say(anh, { ...body, conversation_id: 'of-anh' });
    expect((await read(mai, 'of-anh')).status).toBe(404);
    expect((await read(anh, 'of-anh')).status).toBe(200);
  });

  it('need a log-in', async () => {
    expect((await say(undefined, { message: 'Hi' })).status).toBe(401);
    expect((await read(undefined, 'of-mai')).status).toBe(401);
  });

  it('keep the keys of one from those of another', async () => {
    model.will(says('For each.'));
    const send = (who: Account) =>
      clientWith(service, who).post<{ conversation_id: string }>(
        `${CHAT}?stream=false`,
        { message: 'Same' },
        { headers: { 'Idempotency-Key': 'shared' } },
      );
    const [one, other] = [await send(mai), await send(anh)];
    expect(one.data.conversation_id).not.toBe(other.data.conversation_id);
  });
});
