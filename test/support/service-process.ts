import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const DIST = join(__dirname, '../../dist');
const SERVICE_LISTENING = /^ {2}service +(http:\/\/\S+?)\/api\/v1/m;
const BROKER_LISTENING = /^ {2}broker +(http:\/\/\S+?)\/ngsi-ld\/v1/m;

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
export const startServiceProcess = (variables: Record<string, string>): Promise<ServiceProcess> =>
  startProcess('main.js', SERVICE_LISTENING, { PORT: '0', ...variables });

/** The built stand-alone broker, as {@link startServiceProcess} starts the service. */
export const startBrokerProcess = (variables: Record<string, string>): Promise<ServiceProcess> =>
  startProcess('stand-alone-broker/main.js', BROKER_LISTENING, { BROKER_PORT: '0', ...variables });

async function startProcess(
  main: string,
  listening: RegExp,
  variables: Record<string, string>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [join(DIST, main)], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;

  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = listening.exec(output)?.[1];
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
