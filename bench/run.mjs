// npm run bench [-- --sizes 1000,100000 --seconds 4]
import { mkdtempSync, rmSync, statSync, readdirSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fill } from './support/fill.mjs';
import { measure } from './support/load.mjs';
import { start } from './support/process.mjs';
import { scenarios } from './scenarios.mjs';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    seconds: { type: 'string', default: '4' },
  },
});
const seconds = Number(values.seconds);
const here = import.meta.dirname;

const hello = await start(join(here, 'hello-nest.mjs'));
const bare = await measure(hello.url, { name: 'bare Nest', request: () => ({ path: '/' }) }, seconds);
await hello.stop();

console.log(
  `Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0].model}, ${new Date().toISOString().slice(0, 10)}`,
);
print([{ ...bare, ratio: '1.00' }]);

for (const size of values.sizes.split(',').map(Number)) {
  const directory = mkdtempSync(join(os.tmpdir(), 'civic-bench-'));
  const filling = await fill(directory, size);
  const service = await start(join(here, '../dist/main.js'), { DATA_DIR: directory, LOG_LEVEL: 'info' });
  const idle = service.memory();
  const rows = [];
  for (const scenario of scenarios(size)) {
    const row = await measure(service.url, scenario, seconds);
    rows.push({ ...row, ratio: (row.perSecond / bare.perSecond).toFixed(2) });
  }
  console.log(
    `\n### ${size.toLocaleString('en')} reports\n\nStart ${service.startMs} ms, memory ${idle} MB at the start and ` +
      `${service.memory()} MB after the runs, store ${diskMb(directory)} MB, filled at ${filling.perSecond} entities/s.\n`,
  );
  print(rows);
  await service.stop();
  rmSync(directory, { recursive: true });
}

function print(rows) {
  console.log('| | req/s | of bare Nest | p50 ms | p99 ms |\n|---|---:|---:|---:|---:|');
  for (const { name, perSecond, ratio, p50, p99 } of rows) {
    console.log(`| ${name} | ${perSecond} | ${ratio} | ${p50} | ${p99} |`);
  }
}

function diskMb(directory) {
  const files = readdirSync(directory, { recursive: true }).map((name) => statSync(join(directory, name)));
  return Math.round(files.reduce((sum, { size }) => sum + size, 0) / 2 ** 20);
}
