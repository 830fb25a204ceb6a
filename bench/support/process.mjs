import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** What is measured is neither logging in nor being limited. */
const OPEN = {
  JWT_SECRET: randomBytes(48).toString('base64'),
  AUTH_ENABLED: 'false',
  RATE_LIMIT_ENABLED: 'false',
};

/** Starts a Node process and waits for the address it prints. */
export async function start(script, env = {}) {
  const from = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', ...OPEN, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let output = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const found = /(http:\/\/[\w.:[\]]+:\d+)/.exec((output += chunk));
      if (found) resolve(found[1]);
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return {
    url,
    startMs: Math.round(performance.now() - from),
    /** Resident memory in MB. */
    memory: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024),
    /** Time of the processor that it has taken so far, in milliseconds, all of its threads together. */
    cpuMs: () => {
      const [, times] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
      const [user, system] = times.split(' ').slice(11, 13);
      return (Number(user) + Number(system)) * 10;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
