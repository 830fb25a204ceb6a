import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callsTool, chunk, ModelServer, neverEnds, refuses, says, sends } from '../support/model-server';
import { temporaryDirectory } from '../support/service';
import { type ServiceProcess, startServiceProcess } from '../support/service-process';
import { NO_DOCUMENTS, open, stream } from './chat-client';

/** An error that nobody handles ends the process, so that one that goes on has had none. */
describe('the process of the service survives', () => {
  const model = new ModelServer();
  const directory = temporaryDirectory();
  let service: ServiceProcess;
  const start = async (modelUrl: string) => {
    service = await startServiceProcess({
      ...NO_DOCUMENTS,
      DATA_DIR: directory.path,
      CHAT_MODEL: 'm',
      OPENAI_BASE_URL: modelUrl,
      CHAT_IDLE_TIMEOUT_MS: '300',
    });
  };
  const survived = async () => {
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  };
  afterAll(() => directory.remove());

  it('100 messages at once to a server that nobody runs', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await once(server.close(), 'close');
    await start(`http://127.0.0.1:${port}/v1`);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => stream(service, { message: `Number ${i}` })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    await survived();
  });

  it('everything that a model server does wrong, many times at once, and clients that leave', async () => {
    await start(await model.start());
    const half = chunk({ content: 'Half' });
    const behaviours = [
      refuses(500),
      refuses(429, { 'Retry-After': 'soon' }),
      sends(''),
      sends(`${half}data: {\n\n`),
      sends(half, 'break'),
      sends(half, 'silence'),
      sends('', 'break'),
      sends('', 'silence'),
      callsTool('find_reports', '{"near": 1}'),
      callsTool('', ''),
      says('Fine.'),
    ];
    for (const behaviour of behaviours) {
      model.will(behaviour);
      await Promise.all(Array.from({ length: 6 }, (_, i) => stream(service, { message: `Number ${i}` })));
    }
    model.will(neverEnds(5));
    const leaving = Array.from({ length: 6 }, async () => {
      const response = await open(service, { message: 'Bye' });
      response.on('error', () => undefined);
      response.destroy();
    });
    await Promise.all(leaving);
    await Promise.all(model.calls.map(({ aborted }) => aborted));
    await survived();
    await model.stop();
  });
});
