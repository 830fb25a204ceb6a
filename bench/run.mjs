// npm run bench [-- --sizes 1000,100000 --seconds 4 --data DIRECTORY --only PATTERN]
import { once } from 'node:events';
import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fill } from './support/fill.mjs';
import { measure } from './support/load.mjs';
import { start } from './support/process.mjs';
import { scenarios } from './scenarios.mjs';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    seconds: { type: 'string', default: '4' },
    // Where filled stores are kept for the next run.
    data: { type: 'string' },
    // A regular expression for the names of what is measured.
    only: { type: 'string', default: '' },
  },
});
const seconds = Number(values.seconds);
const only = new RegExp(values.only);
const here = import.meta.dirname;

console.log(
  `Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0].model}, ${new Date().toISOString().slice(0, 10)}`,
);
for (const size of values.sizes.split(',').map(Number)) {
  const directory =
    values.data === undefined
      ? mkdtempSync(join(os.tmpdir(), 'civic-bench-'))
      : join(values.data, `${size}-reports`);
  const filled = existsSync(join(directory, 'broker'))
    ? 'filled before'
    : `filled at ${(await fill(directory, size)).perSecond} entities/s`;
  const hello = await start(join(here, 'hello-nest.mjs'));
  const service = await start(join(here, '../dist/main.js'), { DATA_DIR: directory, LOG_LEVEL: 'info' });
  const idle = service.memory();
  const rows = [];
  for (const scenario of scenarios(size).filter(({ name }) => only.test(name))) {
    // The classifier learns in its first moments, and classifies what was created before. The store is to be in memory,
    // as the system holds it where there is enough.
    await idling(service);
    for (const file of filesOf(directory)) await once(createReadStream(file).resume(), 'end');
    // Anew for each, as the speed of the machine changes.
    await give(hello, await answerOf(service, scenario));
    const bare = await measure(hello, { name: 'bare Nest', request: () => ({ path: '/' }) }, seconds);
    rows.push({ ...(await measure(service, scenario, seconds)), bare });
  }
  console.log(
    `\n### ${size.toLocaleString('en')} reports\n\nStart ${service.startMs} ms, memory ${idle} MB at the start and ` +
      `${service.memory()} MB after the runs, store ${diskMb(directory)} MB, ${filled}.\n`,
  );
  print(rows);
  await hello.stop();
  await service.stop();
  if (values.data === undefined) rmSync(directory, { recursive: true });
}

async function idling({ cpuMs }) {
  for (let taken = Infinity; taken > 20;) {
    const before = cpuMs();
    await setTimeout(1_000);
    taken = cpuMs() - before;
  }
}

/** What the service answers to such a request; a greeting where that has no body. */
async function answerOf({ url }, { request }) {
  const { path, ...init } = request();
  const text = await (await fetch(url + path, init)).text();
  return text || JSON.stringify({ hello: 'world' });
}

async function give({ url }, body) {
  const headers = { 'content-type': 'application/json' };
  const { ok, status } = await fetch(url, { method: 'PUT', headers, body });
  if (!ok) throw new Error(`bare Nest answered ${status}`);
}

function print(rows) {
  console.log(
    '| | processor µs | of bare Nest | req/s | p50 ms | p50 of bare Nest | p99 ms | p99 of bare Nest |\n|---|---:|---:|---:|---:|---:|---:|---:|',
  );
  for (const { name, cpu, perSecond, p50, p99, bare } of rows) {
    console.log(
      `| ${name} | ${cpu} | ${(bare.cpu / cpu).toFixed(2)} | ${perSecond} | ${p50} | ${bare.p50} | ${p99} | ${bare.p99} |`,
    );
  }
}

function diskMb(directory) {
  return Math.round(filesOf(directory).reduce((sum, file) => sum + statSync(file).size, 0) / 2 ** 20);
}

function filesOf(directory) {
  const names = readdirSync(directory, { recursive: true });
  return names.map((name) => join(directory, name)).filter((file) => statSync(file).isFile());
}
