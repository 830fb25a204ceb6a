import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { chunk, ModelServer, neverEnds, says } from '../support/model-server';
import { temporaryDirectory } from '../support/service';
import { startServiceProcess } from '../support/service-process';
import { NO_DOCUMENTS, open, stream } from './chat-client';

describe('a stop of the service', () => {
  const model = new ModelServer();
  const directory = temporaryDirectory();
  let variables: Record<string, string>;
  beforeAll(async () => {
    variables = {
      ...NO_DOCUMENTS,
      DATA_DIR: directory.path,
      CHAT_MODEL: 'm',
      OPENAI_BASE_URL: await model.start(),
    };
  });
  afterAll(async () => {
    await model.stop();
    directory.remove();
  });

  const rest = async (response: IncomingMessage): Promise<string> => {
    const parts = (await response.toArray()) as Buffer[];
    return Buffer.concat(parts).toString();
  };

  it('lets an answer come to its end', async () => {
    let go: () => void = () => undefined;
    const stopping = new Promise<void>((resolve) => (go = resolve));
    model.will(async (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(chunk({ content: 'Begun' }));
      await stopping;
      response.end(chunk({ content: ' and done.' }, 'stop'));
    });
    const service = await startServiceProcess(variables);
    const response = await open(service, { message: 'Hello?' });
    await once(response, 'readable');
    const ended = service.stop('SIGTERM');
    go();
    expect(await rest(response)).toContain('"full_response":"Begun and done."');
    expect(await ended).toBe(0);
  });

  it('ends an answer that takes too long honestly, and keeps what there was', async () => {
    model.will(neverEnds(20));
    const service = await startServiceProcess({ ...variables, SHUTDOWN_TIMEOUT_MS: '1000' });
    const response = await open(service, { message: 'Hello?', conversation_id: 'stopped' });
    await once(response, 'readable');
    const ended = service.stop('SIGTERM');
    const events = (await rest(response)).trim().split('\n\n');
    expect(events.at(-1)).toMatch(
      /^event: end\ndata: .*"finish_reason":"error".*"error_type":"ServiceUnavailable"/,
    );
    expect(await ended).toBe(0);

    model.will(says('Yes.'));
    const again = await startServiceProcess(variables);
    await stream(again, { message: 'Are you back?', conversation_id: 'stopped' });
    expect(model.calls[0]?.body.messages[2]?.content).toMatch(/^word .* \[broken off\]$/);
    await again.stop();
  });

  it('shows an answer as interrupted that ended with the process', async () => {
    model.will(neverEnds(20));
    const service = await startServiceProcess(variables);
    const response = await open(service, { message: 'Hello?', conversation_id: 'killed' });
    response.on('error', () => undefined);
    await once(response, 'readable');
    await service.stop('SIGKILL');

    const again = await startServiceProcess({ ...variables, CHAT_TIMEOUT_MS: '1000' });
    const read = async () => {
      const answer = await fetch(`${again.url}/ai-service/chatbot/history/killed`);
      const { messages } = (await answer.json()) as { messages: { finish_reason?: string | null }[] };
      return messages[1]?.finish_reason;
    };
    while ((await read()) === null);
    expect(await read()).toBe('interrupted');
    await again.stop();
  });
});
