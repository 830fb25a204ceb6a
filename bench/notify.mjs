// npm run bench:notify -- --others 10000 --subscriptions 100 --changes 100 --seconds 2
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { once } from 'node:events';
import os from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './support/load.mjs';
import { start } from './support/process.mjs';

const { values } = parseArgs({
  options: {
    others: { type: 'string', default: '10000' },
    subscriptions: { type: 'string', default: '100' },
    changes: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '2' },
  },
});

const directory = mkdtempSync(join(os.tmpdir(), 'civic-bench-'));
const service = await start(join(import.meta.dirname, '../dist/main.js'), {
  DATA_DIR: directory,
  LOG_LEVEL: 'error',
  NGSI_LD_ALLOW_PRIVATE_HOSTS: 'true',
});
const broker = `${service.url}/ngsi-ld/v1`;
// A new object every time, as autocannon adds to it.
const headers = () => ({ 'content-type': 'application/json' });

const agent = new Agent({ keepAlive: true, maxSockets: 10 });

async function send(method, path, body) {
  const sent = request(broker + path, { method, headers: headers(), agent });
  sent.end(JSON.stringify(body));
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode}`);
}

let created = 0;
const creation = (name) => ({
  name,
  expect: 201,
  request: () => ({
    path: '/ngsi-ld/v1/entities',
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ id: `urn:x:Written:${(created += 1)}`, type: 'Written', a: created, b: 'text' }),
  }),
});

const subscription = (type, uri, more) => ({
  type: 'Subscription',
  entities: [{ type }],
  notification: { endpoint: { uri } },
  ...more,
});

console.log('| create an entity with … | req/s | p50 ms | p99 ms |\n|---|---:|---:|---:|');
let subscribed = 0;
for (const count of [0, 100, Number(values.others)]) {
  for (; subscribed < count; subscribed += 100) {
    const some = Array.from({ length: 100 }, (_, at) =>
      subscription(`Other${subscribed + at}`, 'http://127.0.0.1:9/'),
    );
    await Promise.all(some.map((body) => send('POST', '/subscriptions', body)));
  }
  const name = `${count.toLocaleString('en')} subscriptions to something else`;
  const { perSecond, p50, p99 } = await measure(service, creation(name), Number(values.seconds));
  console.log(`| ${name} | ${perSecond} | ${p50} | ${p99} |`);
}

const sentAt = new Map();
const times = [];
const receiver = createServer((notification, response) => {
  let text = '';
  notification.on('data', (chunk) => (text += chunk));
  notification.on('end', () => {
    response.writeHead(204).end();
    for (const { n } of JSON.parse(text).data) times.push(performance.now() - sentAt.get(n.value));
    receiver.emit('notified');
  });
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const uri = `http://127.0.0.1:${receiver.address().port}/`;
const count = Number(values.subscriptions);
const changes = Number(values.changes);
await Promise.all(
  Array.from({ length: count }, () => send('POST', '/subscriptions', subscription('Watched', uri))),
);
const from = performance.now();
for (let n = 0; n < changes; n += 1) {
  sentAt.set(n, performance.now());
  const entity = { id: 'urn:x:Watched:1', type: 'Watched', n };
  if (n === 0) await send('POST', '/entities', entity);
  else await send('PATCH', '/entities/urn:x:Watched:1/attrs', { n });
}
while (times.length < count * changes) await once(receiver, 'notified');
const seconds = (performance.now() - from) / 1000;
times.sort((a, b) => a - b);
const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
console.log(
  `\n${changes} changes of one entity, ${count} subscriptions: ${Math.round(times.length / seconds)} notifications/s, ` +
    `from the request to the receiver ${at(0.5)} ms (p50), ${at(0.99)} ms (p99).`,
);

agent.destroy();
receiver.closeAllConnections();
receiver.close();
await service.stop();
rmSync(directory, { recursive: true });
