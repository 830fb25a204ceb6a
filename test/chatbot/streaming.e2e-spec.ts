import { fetchEventSource } from '@microsoft/fetch-event-source';
import { clientWith } from '../support/accounts';
import { chunk, ModelServer, says, sends } from '../support/model-server';
import { expectComponent } from '../support/openapi';
import { type RunningService, startService } from '../support/service';
import { CHAT, NO_DOCUMENTS, type ChatEventData, open, stream } from './chat-client';

/** What the library for browsers asks of a page. */
const PAGE = new EventTarget();
Object.assign(globalThis, { document: PAGE, window: globalThis });

describe('the chatbot with a model server', () => {
  const model = new ModelServer();
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({
      ...NO_DOCUMENTS,
      CHAT_MODEL: 'test-model',
      OPENAI_BASE_URL: await model.start(),
      OPENAI_API_KEY: 'key-of-the-service',
    });
  });
  afterAll(async () => {
    await service.stop();
    await model.stop();
  });

  it('streams start, tokens and end', async () => {
    model.will(says('The', ' pothole', ' is\nfixed.', ' 🚦\u2028'));
    const { status, headers, events, end } = await stream(service, { message: 'Is the pothole fixed?' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'transfer-encoding': 'chunked',
    });
    expect(headers['content-encoding']).toBeUndefined();
    const ids = { conversation_id: end.conversation_id, message_id: end.message_id };
    expect(events.map(({ type }) => type)).toEqual(['start', ...Array<string>(4).fill('token'), 'end']);
    expect(events[0]).toEqual({ type: 'start', ...ids });
    expectComponent('ChatStartEventDto', events[0]);
    expectComponent('ChatTokenEventDto', events[1]);
    expectComponent('ChatEndEventDto', end);
    expect(
      events
        .slice(1, -1)
        .map(({ content }) => content)
        .join(''),
    ).toBe('The pothole is\nfixed. 🚦\u2028');
    expect(end).toEqual({
      type: 'end',
      ...ids,
      full_response: 'The pothole is\nfixed. 🚦\u2028',
      sources: [],
      usage: { input_tokens: 42, output_tokens: 4 },
      finish_reason: 'stop',
      model: 'test-model',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
  });

  it('asks the model server as its interface wants it', async () => {
    model.will(says('Yes.'));
    await stream(service, { message: 'Is it?' });
    const [call] = model.calls;
    expect(call?.headers.authorization).toBe('Bearer key-of-the-service');
    expect(call?.body).toMatchObject({ model: 'test-model', stream: true, tool_choice: 'auto' });
    expect(call?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(call?.body.messages.at(-1)?.content).toContain('Is it?');
    expect(call?.body.tools?.map(({ function: { name } }) => name)).toEqual([
      'find_reports',
      'get_report',
      'list_categories',
      'report_statistics',
    ]);
  });

  it('is understood by fetch-event-source', async () => {
    model.will(says('One', ' two'));
    const events: ChatEventData[] = [];
    await fetchEventSource(`${service.url}${CHAT}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ message: 'Count' }),
      openWhenHidden: true,
      fetch,
      onmessage: ({ data }) => void events.push(JSON.parse(data) as ChatEventData),
      onerror: (error) => {
        throw error;
      },
    });
    expect(events.map(({ type }) => type)).toEqual(['start', 'token', 'token', 'end']);
  });

  it('is understood by whoever reads lines', async () => {
    model.will(says('One\n\nevent: end\ndata: {}', ' two'));
    const { body } = await stream(service, { message: 'Count' });
    const lines = body.split('\n');
    expect(lines.filter((line) => !/^(event: (start|token|end)|data: \{.*\}|)$/.test(line))).toEqual([]);
    expect(lines.filter((line) => line === 'event: end')).toHaveLength(1);
    expect(body.endsWith('}\n\n')).toBe(true);
  });

  it('shows each piece when it comes', async () => {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    model.will(async (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(chunk({ content: 'First' }));
      await gate;
      response.end(chunk({ content: ' second' }, 'stop'));
    });
    const response = await open(service, { message: 'Count' });
    response.setEncoding('utf8');
    let text = '';
    for await (const part of response as AsyncIterable<string>) {
      text += part;
      if (text.includes('First')) go();
    }
    expect(text).toContain('second');
  });

  it('answers at once with stream=false', async () => {
    model.will(says('Both', ' are open.'));
    const { status, data } = await clientWith(service).post<object>(`${CHAT}?stream=false`, {
      message: 'Which?',
    });
    expect(status).toBe(200);
    expect(data).toEqual({
      conversation_id: expect.any(String) as string,
      message_id: expect.any(String) as string,
      response: 'Both are open.',
      sources: [],
      usage: { input_tokens: 42, output_tokens: 2 },
      finish_reason: 'stop',
      model: 'test-model',
      timestamp: expect.any(String) as string,
    });
  });

  it.each(['length', 'content_filter'])('says when the model ended by %s', async (reason) => {
    model.will(sends(chunk({ content: 'Half an ans' }) + chunk({}, reason)));
    const { end } = await stream(service, { message: 'Long?' });
    expect(end).toMatchObject({ finish_reason: reason, full_response: 'Half an ans' });
  });

  it('lets no link to elsewhere through, in however many pieces it comes', async () => {
    model.will(says('See ht', 'tps:/', '/evil.exa', 'mple/x?re', 'port=1', ' now'));
    const { end, body } = await stream(service, { message: 'Link?' });
    expect(end.full_response).toBe('See [link removed] now');
    expect(body).not.toContain('evil');
  });

  it('tells operators how the model server is', async () => {
    const { data } = await clientWith(service).get<{ services: object }>('/admin/health');
    expect(data.services).toMatchObject({ ai_service: { status: 'up' } });
  });
});
