import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { MemoryStorage } from './memory-storage';
import { RedisStorage } from './redis-storage';

const HOUR = 3_600_000;

/** Takes connections and never says a word, as a server that hangs does. */
async function silentServer(): Promise<{ port: number; stop: () => Promise<unknown> }> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      sockets.forEach((socket) => socket.destroy());
      return once(server.close(), 'close');
    },
  };
}

describe('RedisStorage without a Redis that answers', () => {
  const lines: string[] = [];
  beforeAll(() => {
    const collect = (line: string) => void lines.push(line);
    Logger.overrideLogger({ log: collect, warn: collect, error: collect });
  });
  beforeEach(() => void lines.splice(0));

  async function countThree(url: string): Promise<number[]> {
    const storage = new RedisStorage(url, new MemoryStorage());
    await storage.connect();
    const hits = [1, 2, 3].map(() => storage.increment('address:192.0.2.1', HOUR, 2, HOUR, 'requests'));
    const records = await Promise.all(hits);
    storage.disconnect();
    expect(records.map(({ isBlocked }) => isBlocked)).toEqual([false, false, true]);
    return records.map(({ totalHits }) => totalHits);
  }

  it('counts by itself when nothing listens, and says so once', async () => {
    const { port, stop } = await silentServer();
    await stop();
    expect(await countThree(`redis://default:hunter2@127.0.0.1:${port}`)).toEqual([1, 2, 3]);
    expect(lines).toEqual([expect.stringMatching(/^Redis cannot count requests; .*ECONNREFUSED/)]);
    expect(lines.join()).not.toContain('hunter2');
  });

  it('counts by itself when the server hangs, and says so once', async () => {
    const { port, stop } = await silentServer();
    expect(await countThree(`redis://127.0.0.1:${port}`)).toEqual([1, 2, 3]);
    expect(lines).toEqual([expect.stringMatching(/^Redis cannot count requests; .*timed out/)]);
    await stop();
  });
});
