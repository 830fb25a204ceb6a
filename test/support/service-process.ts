import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const MAIN = join(__dirname, '../../dist/main.js');
const LISTENING = /^ {2}service +(http:\/\/\S+?)\/api\/v1/m;

export interface ServiceProcess {
  /** http://127.0.0.1:<port> */
  url: string;
  process: ChildProcess;
  /** What it wrote so far. */
  output: () => string;
  /** Sends the signal and waits for the end; the exit code, or the signal that ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** Ends by itself because it did not start; the message is what it wrote. */
export class StartFailedError extends Error {
  constructor(
    readonly exitCode: number | null,
    readonly output: string,
  ) {
    super(`the service ended with ${exitCode}: ${output}`);
  }
}

/** The built service as a process of its own, with nothing in its environment but what is given. */
export async function startServiceProcess(variables: Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;

  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = LISTENING.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then(([code]) => reject(new StartFailedError(code, output)), reject);
  });

  return {
    url,
    process: child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [code, by] = await ended;
      return code ?? by;
    },
  };
}
