// What the service adds to a model server: npm run bench:chat -- --conversations 10000
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { start } from './support/process.mjs';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1,100,500' },
    conversations: { type: 'string', default: '2000' },
  },
});

const TOKENS = 50;
const GAP_MS = 20;
const STREAMS_AT_ONCE = 50;

const here = (file) => new URL(file, import.meta.url).pathname;
const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Milliseconds until the first word of an answer, and from then to its end. */
function stream(url, body) {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    let first;
    const sent = http.request(url, { method: 'POST', headers: { 'Content-Type': 'application/json' } });
    sent.once('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
      response.on('data', (data) => (first ??= data.includes('word') ? performance.now() : undefined));
      response.once('end', () => resolve({ first: first - from, rest: performance.now() - first }));
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** The medians over rounds of so many streams at once. */
async function measure(url, streams, rounds = streams === 1 ? 10 : 2) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const all = Array.from({ length: streams }, () => stream(url, { message: 'How many words?' }));
    times.push(...(await Promise.all(all)));
  }
  return { first: median(times.map(({ first }) => first)), rest: median(times.map(({ rest }) => rest)) };
}

const model = await start(here('support/model-server.mjs'), { TOKENS, GAP_MS });
const quickModel = await start(here('support/model-server.mjs'), { TOKENS: 5, GAP_MS: 0 });
const directory = mkdtempSync(join(tmpdir(), 'civic-chat-'));

const startService = (modelUrl, name) =>
  start(here('../dist/main.js'), {
    DATA_DIR: join(directory, name),
    CHAT_MODEL: 'm',
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    LOG_LEVEL: 'warn',
    CHAT_MAX_CONCURRENT: '2000',
  });
const CHAT = '/ai-service/chatbot/chat';

const service = await startService(model.url, 'streams');
await measure(service.url + CHAT, 5);
console.log(
  `| streams at once | first token, ms | added, ms | a token, ms | added, ms |\n|---:|---:|---:|---:|---:|`,
);
for (const streams of values.streams.split(',').map(Number)) {
  const alone = await measure(`${model.url}/v1/chat/completions`, streams);
  const through = await measure(service.url + CHAT, streams);
  const cells = [
    through.first,
    through.first - alone.first,
    through.rest / TOKENS,
    (through.rest - alone.rest) / TOKENS,
  ];
  console.log(`| ${streams} | ${cells.map((ms) => ms.toFixed(2)).join(' | ')} |`);
}
await service.stop();

const long = await startService(quickModel.url, 'memory');
const total = Number(values.conversations);
console.log(`\n| conversations | memory, MB | conversations/s |\n|---:|---:|---:|`);
for (let done = 0, from = performance.now(); done < total;) {
  const part = Math.min(total / 5, total - done);
  for (let begun = 0; begun < part; begun += STREAMS_AT_ONCE) {
    const count = Math.min(STREAMS_AT_ONCE, part - begun);
    await Promise.all(Array.from({ length: count }, () => stream(long.url + CHAT, { message: 'Hello?' })));
  }
  done += part;
  const perSecond = Math.round(part / ((performance.now() - from) / 1000));
  console.log(`| ${done} | ${long.memory()} | ${perSecond} |`);
  from = performance.now();
}
const alone = await measure(`${quickModel.url}/v1/chat/completions`, 1, 200);
const warm = await measure(long.url + CHAT, 1, 200);
console.log(
  `\nAfter these, one at a time: first token after ${warm.first.toFixed(2)} ms, ` +
    `${(warm.first - alone.first).toFixed(2)} ms of them added.`,
);
await long.stop();
await model.stop();
await quickModel.stop();
rmSync(directory, { recursive: true });
