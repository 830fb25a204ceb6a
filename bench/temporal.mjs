// npm run bench:temporal -- --instances 1000000 --seconds 2
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './support/load.mjs';
import { start } from './support/process.mjs';

const { values } = parseArgs({
  options: { instances: { type: 'string', default: '1000000' }, seconds: { type: 'string', default: '2' } },
});
const instances = Number(values.instances);
const seconds = Number(values.seconds);

/** Stations of a city's air quality network, and one that has a tenth of all there is. */
const STATIONS = 90;
const PER_REQUEST = 10_000;
const BEGIN = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;

const id = (station) => `urn:ngsi-ld:AirQualityObserved:${String(station).padStart(3, '0')}`;
const time = (minute) => new Date(BEGIN + minute * MINUTE).toISOString();

const directory = mkdtempSync(join(os.tmpdir(), 'temporal-bench-'));
const service = await start(join(import.meta.dirname, '../dist/main.js'), {
  DATA_DIR: directory,
  LOG_LEVEL: 'error',
  BODY_LIMIT: '8mb',
});
const from = performance.now();
const ordinary = Math.floor((instances * 0.9) / STATIONS);
for (let station = 1; station <= STATIONS; station += 1) await fill(station, ordinary);
await fill(0, instances - ordinary * STATIONS);
const filling = Math.round(instances / ((performance.now() - from) / 1000));

const TEMPORAL = '/ngsi-ld/v1/temporal/entities';
const span = (offset, minutes) =>
  `timerel=between&timeAt=${time(offset)}&endTimeAt=${time(offset + minutes)}`;
const day = (offset) => span(offset, 1440);
const any = () => Math.floor(Math.random() * (ordinary - 1440));
const one = () => 1 + Math.floor(Math.random() * STATIONS);
const scenarios = [
  ['last 10 of a station with 10,000', () => `/${id(one())}?lastN=10`],
  ['last 10 of a station with 100,000', () => `/${id(0)}?lastN=10`],
  ['12 hours of a station', () => `/${id(one())}?${span(any(), 720)}`],
  ['last 10 of 20 stations in a day', () => `?type=AirQualityObserved&${day(any())}&lastN=10&limit=20`],
  ['q in a day, 20 stations', () => `?type=AirQualityObserved&${day(any())}&q=pm25>95&lastN=1&limit=20`],
  [
    'a day of a station by hours',
    () => `/${id(0)}?${day(any())}&aggrMethods=avg,max&aggrPeriodDuration=PT1H`,
  ],
  ['100,000 by months', () => `/${id(0)}?aggrMethods=avg,max&aggrPeriodDuration=P1M`],
];
const rows = [];
for (const [name, path] of scenarios) {
  rows.push(
    await measure(service, { name, request: () => ({ path: encodeURI(TEMPORAL + path()) }) }, seconds),
  );
}
console.log(
  `Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0].model}, ${new Date().toISOString().slice(0, 10)}\n\n` +
    `${instances.toLocaleString('en')} instances of ${STATIONS + 1} entities, filled at ${filling}/s, memory ` +
    `${service.memory()} MB after the runs.\n\n| | req/s | p50 ms | p99 ms |\n|---|---:|---:|---:|`,
);
for (const { name, perSecond, p50, p99 } of rows) console.log(`| ${name} | ${perSecond} | ${p50} | ${p99} |`);
await service.stop();
rmSync(directory, { recursive: true });

async function fill(station, count) {
  for (let done = 0; done < count; done += PER_REQUEST) {
    const pm25 = Array.from({ length: Math.min(PER_REQUEST, count - done) }, (_, n) => ({
      value: Math.round(Math.random() * 1000) / 10,
      observedAt: time(done + n),
    }));
    const response = await fetch(`${service.url}/ngsi-ld/v1/temporal/entities`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: id(station), type: 'AirQualityObserved', pm25 }),
    });
    if (!response.ok) throw new Error(`filling: answered ${response.status}: ${await response.text()}`);
  }
}
