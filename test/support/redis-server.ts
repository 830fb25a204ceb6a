import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** The redis-server of the system, on a free port of the loopback interface, keeping nothing on disk. */
export class RedisServer {
  private process: ChildProcess | undefined;

  private constructor(private readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Empty, on the same port as before. */
  async start(): Promise<void> {
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.process = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('Ready to accept connections')) resolve();
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    });
  }

  /** Ends it without a word to those who are connected. */
  async kill(): Promise<void> {
    if (this.process?.signalCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }

  /** Keeps its connections and answers none. */
  hang(): void {
    this.process?.kill('SIGSTOP');
  }

  wakeUp(): void {
    this.process?.kill('SIGCONT');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
