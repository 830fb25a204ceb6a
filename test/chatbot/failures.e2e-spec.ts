import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { clientWith } from '../support/accounts';
import {
  type Behaviour,
  callsTool,
  chunk,
  ModelServer,
  neverEnds,
  refuses,
  says,
  sends,
} from '../support/model-server';
import { type RunningService, startService } from '../support/service';
import { CHAT, NO_DOCUMENTS, open, stream } from './chat-client';

const HISTORY = '/ai-service/chatbot/history';
const HALF = chunk({ content: 'Half' });

describe('the chatbot with a model server in trouble', () => {
  const model = new ModelServer();
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({
      ...NO_DOCUMENTS,
      CHAT_MODEL: 'test-model',
      OPENAI_BASE_URL: await model.start(),
      CHAT_TIMEOUT_MS: '1500',
      CHAT_IDLE_TIMEOUT_MS: '400',
      CHAT_MAX_CONCURRENT: '8',
    });
  });
  afterAll(async () => {
    await service.stop();
    await model.stop();
  });
  const api = () => clientWith(service);

  const BEFORE_THE_FIRST_PIECE: [what: string, behaviour: Behaviour, status: number, type: string][] = [
    ['401', refuses(401), 502, 'AiServiceError'],
    ['404', refuses(404), 502, 'AiServiceError'],
    ['400', refuses(400), 502, 'AiServiceError'],
    ['500', refuses(500), 502, 'AiServiceError'],
    ['500 in HTML', refuses(500, { 'Content-Type': 'text/html' }, '<h1>Oops</h1>'), 502, 'AiServiceError'],
    ['503', refuses(503), 503, 'AiServiceUnavailable'],
    ['429', refuses(429, { 'Retry-After': '17' }), 503, 'AiServiceUnavailable'],
    ['a redirect', refuses(302, { Location: 'http://127.0.0.1:9/' }), 503, 'AiServiceUnavailable'],
    ['200 in HTML', refuses(200, { 'Content-Type': 'text/html' }, '<h1>Hello</h1>'), 502, 'AiServiceError'],
    ['200 and nothing', refuses(200, {}, ''), 502, 'AiServiceError'],
    ['a stream of nothing', sends(''), 502, 'AiServiceError'],
    ['no content', sends(chunk({}, 'stop')), 502, 'AiServiceError'],
    ['a chunk that is no JSON', sends('data: {"choices": [\n\n'), 502, 'AiServiceError'],
    ['an error as a chunk', sends('data: {"error":{"message":"sk-secret"}}\n\n'), 502, 'AiServiceError'],
    ['a stream cut off', sends(chunk({ role: 'assistant' }), 'break'), 503, 'AiServiceUnavailable'],
    ['silence', sends('', 'silence'), 503, 'AiServiceUnavailable'],
    ['tool calls without end', callsTool('list_categories', '{}'), 502, 'AiServiceError'],
  ];

  it.each(BEFORE_THE_FIRST_PIECE)(
    'answers %s with an honest error',
    async (_what, behaviour, status, type) => {
      model.will(behaviour);
      const conversation_id = `failed-${Math.random()}`;
      const answer = await stream(service, { message: 'Hello?', conversation_id });
      expect({ status: answer.status, body: JSON.parse(answer.body) as object }).toMatchObject({
        status,
        body: { status_code: status, error_type: type, request_id: answer.headers['x-request-id'] },
      });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.body.includes('sk-secret')).toBe(false);
      expect(service.log.filter((line) => JSON.stringify(line).includes('sk-secret'))).toEqual([]);
      expect((await api().get(`${HISTORY}/${conversation_id}`)).status).toBe(404);

      model.will(says('I am back.'));
      const again = await stream(service, { message: 'Hello?', conversation_id });
      expect(again.end.full_response).toBe('I am back.');
    },
  );

  it('passes on when to try again', async () => {
    model.will(refuses(429, { 'Retry-After': '17' }));
    const { headers, body } = await stream(service, { message: 'Hello?' });
    expect(headers['retry-after']).toBe('17');
    expect(JSON.parse(body)).toMatchObject({ retry_after: 17 });
  });

  it('answers 503 where no server listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const lonely = await startService({
      ...NO_DOCUMENTS,
      CHAT_MODEL: 'm',
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    });
    const { status, body } = await stream(lonely, { message: 'Hello?' });
    expect({ status, body: JSON.parse(body) as object }).toMatchObject({
      status: 503,
      body: { error_type: 'AiServiceUnavailable', retry_after: 5 },
    });
    const health = await clientWith(lonely).get('/admin/health');
    expect(health.data).toMatchObject({ status: 'degraded', services: { ai_service: { status: 'down' } } });
    await lonely.stop();
  });

  const AFTER_THE_FIRST_PIECE: [what: string, behaviour: Behaviour, status: number][] = [
    ['the stream ends in the middle', sends(HALF), 502],
    ['the connection breaks', sends(HALF, 'break'), 503],
    ['a chunk is no JSON', sends(`${HALF}data: {"choi\n\n`), 502],
    ['the server falls silent', sends(HALF, 'silence'), 503],
    ['the server goes on for ever', neverEnds(10), 503],
    ['the tools are called without end', callsTool('list_categories', '{}', 'Half'), 502],
  ];

  it.each(AFTER_THE_FIRST_PIECE)('ends the stream honestly when %s', async (_what, behaviour, status) => {
    model.will(behaviour);
    const { events, end, headers } = await stream(service, { message: 'Hello?' });
    expect(events[0]?.type).toBe('start');
    expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
    expect(end).toMatchObject({
      type: 'end',
      finish_reason: 'error',
      error: { status_code: status, request_id: headers['x-request-id'] },
    });
    const text = events.slice(1, -1).map(({ content }) => content);
    expect(end.full_response).toBe(text.join(''));

    const { data } = await api().get<{ messages: object[] }>(`${HISTORY}/${end.conversation_id}`);
    expect(data.messages).toMatchObject([
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: end.full_response, finish_reason: 'error' },
    ]);
  });

  it('answers with an ordinary error when it is not to stream', async () => {
    model.will(sends(HALF));
    const { status, data } = await api().post<object>(`${CHAT}?stream=false`, { message: 'Hello?' });
    expect({ status, data }).toMatchObject({ status: 502, data: { error_type: 'AiServiceError' } });
  });

  it('cuts a model off that does not stop, at the length of any answer', async () => {
    model.will(neverEnds());
    const { end } = await stream(service, { message: 'Hello?' });
    expect(end.finish_reason).toBe('length');
    expect(end.full_response.length).toBeGreaterThan(30_000);
    await model.calls[0]?.aborted;
  });

  describe('when the client leaves', () => {
    it('ends the call to the model server, and keeps what there was', async () => {
      model.will(neverEnds(5));
      const conversation_id = `left-${Math.random()}`;
      const response = await open(service, { message: 'Tell me all', conversation_id });
      await once(response, 'data');
      response.destroy();
      await model.calls[0]?.aborted;
      const messages = await interrupted(conversation_id);
      expect(messages).toMatchObject([
        { role: 'user', content: 'Tell me all' },
        { role: 'assistant', content: expect.stringMatching(/^word /) as string },
      ]);
    });

    it('ends the call also before the first piece', async () => {
      model.will(sends('', 'silence'));
      const conversation_id = `left-${Math.random()}`;
      const abort = new AbortController();
      const sent = fetch(`${service.url}${CHAT}`, {
        method: 'POST',
        body: JSON.stringify({ message: 'Tell me all', conversation_id }),
        headers: { 'Content-Type': 'application/json' },
        signal: abort.signal,
      });
      while (model.calls.length === 0) await setTimeout(5);
      abort.abort();
      await expect(sent).rejects.toThrow();
      await model.calls[0]?.aborted;
      expect(await interrupted(conversation_id)).toMatchObject([{ role: 'user' }, { content: '' }]);
    });

    /** The messages, once the answer is stored as interrupted. */
    async function interrupted(conversationId: string): Promise<object[]> {
      for (;;) {
        const { data } = await api().get<{ messages?: { finish_reason?: string }[] }>(
          `${HISTORY}/${conversationId}`,
        );
        if (data.messages?.[1]?.finish_reason === 'interrupted') return data.messages;
        await setTimeout(10);
      }
    }
  });

  it('stops a model whose reader takes nothing in, and ends the reader too', async () => {
    model.will(neverEnds());
    const response = await open(service, { message: 'Tell me all' });
    response.pause();
    await model.calls[0]?.aborted;
    response.resume();
    await once(response, 'close');
  });

  it('refuses beyond CHAT_MAX_CONCURRENT, and answers again afterwards', async () => {
    model.will(neverEnds(50));
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) => open(service, { message: `Tell me ${i}` })),
    );
    const { status, headers, body } = await stream(service, { message: 'One more' });
    expect({ status, retry: headers['retry-after'], body: JSON.parse(body) as object }).toMatchObject({
      status: 503,
      retry: '5',
      body: { error_type: 'AiServiceUnavailable' },
    });
    const calls = model.calls.slice();
    responses.forEach((response) => response.destroy());
    await Promise.all(calls.map(({ aborted }) => aborted));
    model.will(says('Here I am.'));
    const again = async () => {
      for (;;) {
        const answer = await stream(service, { message: 'And now?' });
        if (answer.status !== 503) return answer;
      }
    };
    expect((await again()).end.full_response).toBe('Here I am.');
  });

  it('leaves no call to the model server open', async () => {
    while (model.busy > 0) await setTimeout(10);
    model.will(says('Bye.'));
    expect((await stream(service, { message: 'Bye' })).end.full_response).toBe('Bye.');
  });
});
