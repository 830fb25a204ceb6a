import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** What is measured is neither logging in nor being limited. */
const OPEN = {
  JWT_SECRET: randomBytes(48).toString('base64'),
  AUTH_ENABLED: 'false',
  RATE_LIMIT_ENABLED: 'false',
};

/** Starts a Node process and waits for the address it prints. */
export async function start(script, env = {}) {
  const from = performance.now();
  // Into a file, as whoever reads the log of each request would be measured too.
  const directory = mkdtempSync(join(tmpdir(), 'civic-bench-log-'));
  const log = openSync(join(directory, 'log'), 'w+');
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', ...OPEN, ...env },
    stdio: ['ignore', log, 'inherit'],
  });
  process.once('exit', () => {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  const url = await address(child, join(directory, 'log'), script);
  closeSync(log);
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

async function address(child, log, script) {
  for (;;) {
    const found = /(http:\/\/[\w.:[\]]+:\d+)/.exec(readFileSync(log, 'utf8'));
    if (found) return found[1];
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`);
    await setTimeout(5);
  }
}
