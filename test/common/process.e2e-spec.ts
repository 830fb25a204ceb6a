import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';
import { temporaryDirectory } from '../support/service';
import { type ServiceProcess, startServiceProcess } from '../support/service-process';

const BODY = JSON.stringify({
  description: 'Cây đổ chắn ngang đường',
  location: { type: 'Point', coordinates: [106.7009, 10.7756] },
});

describe('the process', () => {
  const directory = temporaryDirectory();
  afterAll(() => directory.remove());

  it('says where everything is', async () => {
    const service = await startServiceProcess({ DATA_DIR: directory.path });
    expect(service.output()).toContain(`service   ${service.url}/api/v1/citizen-reports`);
    expect(service.output()).toContain(`docs      ${service.url}/docs`);
    expect(service.output()).toContain(`data      ${directory.path} (embedded store)`);
    expect(service.output()).toContain(`broker    embedded, at ${service.url}/ngsi-ld/v1`);
    await service.stop();
  });

  it.each([
    ['PORT', 'eighty'],
    ['BROKER_URL', 'orion:1026'],
    ['LOG_LEVEL', 'loud'],
    ['DATA_DIR', '/dev/null/data'],
  ])('does not start with %s=%s, and says so in one line', async (name, value) => {
    const start = startServiceProcess({ DATA_DIR: directory.path, [name]: value });
    await expect(start).rejects.toMatchObject({
      exitCode: 78,
      output: expect.stringMatching(new RegExp(`^civic-issue-service: ${name}: [^\\n]+\\n$`)) as string,
    });
  });

  it('does not start on a port that is taken', async () => {
    const service = await startServiceProcess({ DATA_DIR: directory.path });
    const other = temporaryDirectory();
    const { port } = new URL(service.url);
    await expect(startServiceProcess({ DATA_DIR: other.path, PORT: port })).rejects.toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('EADDRINUSE') as string,
    });
    await service.stop();
    other.remove();
  });

  it('does not start on a store that is none', async () => {
    const other = temporaryDirectory();
    const first = await startServiceProcess({ DATA_DIR: other.path });
    await first.stop();
    writeFileSync(join(other.path, 'broker', 'default.sqlite'), 'no database at all'.repeat(1000));
    await expect(startServiceProcess({ DATA_DIR: other.path })).rejects.toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(
        /^civic-issue-service: \S+default\.sqlite: file is not a database$/m,
      ) as string,
    });
    other.remove();
  });

  describe('when it is told to stop', () => {
    it('finishes what is in progress, keeps it, and ends with 0', async () => {
      const service = await startServiceProcess({ DATA_DIR: directory.path });
      const { socket, answer } = await halfARequest(service);
      const ended = service.stop('SIGTERM');
      await refusal(service);
      socket.write(BODY.slice(10));
      expect(await answer).toMatch(/^HTTP\/1\.1 201 /);
      expect(await ended).toBe(0);

      const again = await startServiceProcess({ DATA_DIR: directory.path });
      const [, id] = /^Location: (\S+)/m.exec(await answer) ?? [];
      expect((await axios.get(`${again.url}${id}`)).status).toBe(200);
      await again.stop();
    });

    it('is not ready, and takes requests until SHUTDOWN_DELAY_MS is over', async () => {
      const service = await startServiceProcess({ DATA_DIR: directory.path, SHUTDOWN_DELAY_MS: '5000' });
      const ended = service.stop('SIGTERM');
      const ready = () => axios.get(`${service.url}/readyz`, { validateStatus: () => true });
      let answer = await ready();
      while (answer.status === 200) answer = await ready();
      expect(answer.status).toBe(503);
      const report = await axios.post(`${service.url}/api/v1/citizen-reports`, JSON.parse(BODY));
      expect(report.status).toBe(201);
      expect(await ended).toBe(0);
    });

    it('waits no longer than SHUTDOWN_TIMEOUT_MS', async () => {
      const service = await startServiceProcess({ DATA_DIR: directory.path, SHUTDOWN_TIMEOUT_MS: '300' });
      const { answer } = await halfARequest(service);
      expect(await service.stop('SIGTERM')).toBe(0);
      expect(await answer).not.toMatch(/ 201 /);
    });

    it('does not wait for connections that are idle', async () => {
      const service = await startServiceProcess({ DATA_DIR: directory.path, SHUTDOWN_TIMEOUT_MS: '300000' });
      const { port } = new URL(service.url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
      expect(await service.stop('SIGINT')).toBe(0);
    });
  });
});

/** A connection that has sent the head of a creation and the beginning of its body, and all that comes back on it. */
async function halfARequest({ url }: ServiceProcess): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.on('error', () => socket.destroy());
  const answer = once(socket, 'close').then(() => text);
  const length = Buffer.byteLength(BODY);
  socket.write(
    'POST /api/v1/citizen-reports HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n' +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  // The 100 says that the service has begun with the request.
  await once(socket, 'data');
  text = '';
  socket.write(BODY.slice(0, 10));
  return { socket, answer };
}

/** Resolves when the service takes no connection any more. */
async function refusal({ url }: ServiceProcess): Promise<void> {
  const { port } = new URL(url);
  for (;;) {
    const socket = connect(Number(port), '127.0.0.1');
    try {
      await once(socket, 'connect');
    } catch {
      return;
    }
    socket.destroy();
  }
}
