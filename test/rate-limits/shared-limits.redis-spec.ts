import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import axios from 'axios';
import { RedisServer } from '../support/redis-server';
import { type ServiceProcess, startServiceProcess } from '../support/service-process';
import { temporaryDirectory } from '../support/temporary-directory';

const LIMIT = 1000;

const client = axios.create({ validateStatus: () => true });

let redis: RedisServer;
let operator: Redis;
const directories: ReturnType<typeof temporaryDirectory>[] = [];
let services: [ServiceProcess, ServiceProcess];

async function start(): Promise<void> {
  redis = await RedisServer.start();
  operator = new Redis(redis.url);
  operator.on('error', () => undefined);
  services = await Promise.all([startInstance(), startInstance()]);
}

async function stop(): Promise<void> {
  await Promise.all(services.map((service) => service.stop()));
  operator.disconnect();
  await redis.kill();
  directories.splice(0).forEach(({ remove }) => remove());
}

const startInstance = (variables: Record<string, string> = {}) => {
  const directory = temporaryDirectory();
  directories.push(directory);
  return startServiceProcess({
    DATA_DIR: directory.path,
    AUTO_CLASSIFY: 'false',
    RATE_LIMIT_ENABLED: 'true',
    RATE_LIMIT_ANONYMOUS: String(LIMIT),
    RATE_LIMIT_LOGIN: '3',
    REDIS_URL: redis.url,
    ...variables,
  });
};

/** How many requests are left after one more. */
async function remaining({ url }: ServiceProcess): Promise<number> {
  const { status, headers } = await client.get(`${url}/api/v1/items`);
  expect(status).toBe(200);
  return Number(headers['x-ratelimit-remaining']);
}

const redisLines = (service: ServiceProcess) =>
  service
    .output()
    .split('\n')
    .filter((line) => line.includes('"context":"RedisStorage"'))
    .map((line) => (JSON.parse(line) as { message: string }).message);

/** Goes on asking until the instance logs that Redis counts again. */
async function untilBack(service: ServiceProcess): Promise<void> {
  while (!redisLines(service).includes('Redis counts requests again')) {
    await remaining(service);
    await setTimeout(50);
  }
}

const OUTAGE = expect.stringMatching(
  /^Redis cannot count requests; this instance counts for itself/,
) as string;

describe('rate limits of two instances with one Redis', () => {
  beforeAll(start);
  afterAll(stop);
  beforeEach(() => operator.flushall());

  it('are shared', async () => {
    const [first, second] = services;
    expect(await remaining(first)).toBe(LIMIT - 1);
    expect(await remaining(second)).toBe(LIMIT - 2);
    expect(await remaining(first)).toBe(LIMIT - 3);
  });

  it('lose no hit when both count at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => remaining(i % 2 ? services[0] : services[1])),
    );
    expect(new Set(answers).size).toBe(60);
    expect(Math.min(...answers)).toBe(LIMIT - 60);
  });

  it('hold attempts to log in down together', async () => {
    const statuses: number[] = [];
    for (const service of [...services, ...services]) {
      const { status } = await client.post(`${service.url}/auth/login`, {
        username: 'x',
        password: 'wrong one',
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it('leave no key in Redis that does not end within the hour', async () => {
    await remaining(services[0]);
    const keys = await operator.keys('*');
    expect(keys).toEqual(['civic-issue-service:hits:requests:network:127.0.0.1']);
    for (const key of keys) {
      const left = await operator.pttl(key);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(3_600_000);
    }
  });

  it('begin anew when the window ends', async () => {
    await remaining(services[0]);
    await operator.del('civic-issue-service:hits:requests:network:127.0.0.1');
    expect(await remaining(services[1])).toBe(LIMIT - 1);
  });
});

describe('rate limits of two instances whose Redis fails', () => {
  beforeEach(start);
  afterEach(stop);

  it('are counted by each instance while Redis is gone, and together once it is back', async () => {
    const [first, second] = services;
    await remaining(first);
    await redis.kill();
    expect([await remaining(first), await remaining(first)]).toEqual([LIMIT - 1, LIMIT - 2]);
    expect(await remaining(second)).toBe(LIMIT - 1);
    expect([redisLines(first), redisLines(second)]).toEqual([[OUTAGE], [OUTAGE]]);

    await redis.start();
    await Promise.all(services.map(untilBack));
    const left = await remaining(first);
    expect(await remaining(second)).toBe(left - 1);
    expect(redisLines(first)).toEqual([OUTAGE, 'Redis counts requests again']);
  });

  it('are counted by each instance while Redis hangs', async () => {
    const [first] = services;
    await remaining(first);
    redis.hang();
    expect([await remaining(first), await remaining(first)]).toEqual([LIMIT - 1, LIMIT - 2]);
    redis.wakeUp();
    await untilBack(first);
    expect(redisLines(first)).toEqual([OUTAGE, 'Redis counts requests again']);
  });

  it('are counted by each instance while Redis refuses to', async () => {
    const [first] = services;
    await operator.config('SET', 'maxmemory', '1');
    expect([await remaining(first), await remaining(first)]).toEqual([LIMIT - 1, LIMIT - 2]);
    expect(redisLines(first)).toEqual([OUTAGE]);
    await operator.config('SET', 'maxmemory', '0');
    await untilBack(first);
  });

  it('are counted by an instance that has the wrong password, which it does not log', async () => {
    await operator.config('SET', 'requirepass', 'right');
    const third = await startInstance({ REDIS_URL: redis.url.replace('//', '//:hunter2@') });
    expect(await remaining(third)).toBe(LIMIT - 1);
    expect(redisLines(third)).toEqual([expect.stringMatching(/WRONGPASS/)]);
    expect(third.output()).not.toContain('hunter2');
    await third.stop();
  });
});
