import http from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import autocannon from 'autocannon';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/**
 * How a scenario does in a process: requests a second with 10 connections, the time of the processor that the process
 * takes for one, in microseconds, and how long one takes with nothing else going on, in milliseconds. A scenario has a
 * `name`, a `request()` that makes the next request (path, and method, headers and body if need be) and the status that is
 * to be `expect`ed; any other one fails the benchmark.
 */
export async function measure({ url, cpuMs }, scenario, seconds) {
  await throughput(url, scenario, 1);
  const before = cpuMs();
  const { average, total } = await throughput(url, scenario, seconds);
  const cpu = Math.round((1000 * (cpuMs() - before)) / total);
  // Or this process would clear up after those requests while it measures.
  collectGarbage();
  const times = await sortedTimes(url, scenario, seconds);
  const at = (share) => times[Math.floor(times.length * share)].toFixed(2);
  return { name: scenario.name, perSecond: Math.round(average), cpu, p50: at(0.5), p99: at(0.99) };
}

async function throughput(url, { name, expect = 200, request }, seconds) {
  let unexpected;
  const result = await autocannon({
    url,
    connections: 10,
    duration: seconds,
    setupClient: (client) => client.on('response', (status) => status !== expect && (unexpected = status)),
    requests: [{ setupRequest: (defaults) => ({ ...defaults, ...request() }) }],
  });
  if (unexpected || result.errors > 0)
    throw new Error(`${name}: answered ${unexpected}, ${result.errors} errors`);
  return result.requests;
}

/** One request after the other on one connection; their times in ascending order. */
async function sortedTimes(url, { name, expect = 200, request }, seconds) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const { path, method, headers, body } = request();
    const from = performance.now();
    const status = await new Promise((resolve, reject) => {
      const sent = http.request(url + path, { agent, method, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      });
      sent.once('error', reject).end(body);
    });
    times.push(performance.now() - from);
    if (status !== expect) throw new Error(`${name}: answered ${status}`);
  }
  agent.destroy();
  return times.sort((a, b) => a - b);
}
