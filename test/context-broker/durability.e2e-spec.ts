import { temporaryDirectory } from '../support/service';
import { startBrokerProcess } from '../support/service-process';
import { brokerClient } from './broker-client';

const ROUNDS = 20;
const WRITERS = 16;

/** Writes that are acknowledged before the process is killed. */
const ACKNOWLEDGED = 60;

describe('durability', () => {
  const directory = temporaryDirectory();
  afterAll(() => directory.remove());

  it(`keeps every acknowledged write over ${ROUNDS} kills in the middle of writing`, async () => {
    const acknowledged = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const service = await startBrokerProcess({ DATA_DIR: directory.path, LOG_LEVEL: 'silent' });
      const send = brokerClient(service.url);
      await expectAll(service.url, acknowledged);
      let killed: Promise<unknown> | undefined;
      let count = 0;
      const write = async (writer: number) => {
        for (let step = 0; killed === undefined; step += 1) {
          const id = `urn:ngsi-ld:Durable:${round}-${writer}-${step >> 1}`;
          const answer =
            step % 2 === 0
              ? send('POST', '/entities', { id, type: 'Durable', n: 0 })
              : send('PATCH', `/entities/${id}/attrs`, { n: step });
          const { status } = await answer.catch(() => ({ status: 0 }));
          if (status === 201 || status === 204) {
            acknowledged.set(id, step % 2 === 0 ? 0 : step);
            count += 1;
          }
          if (count >= ACKNOWLEDGED) killed ??= service.stop('SIGKILL');
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      expect(await killed).toBe('SIGKILL');
    }
    const service = await startBrokerProcess({ DATA_DIR: directory.path, LOG_LEVEL: 'silent' });
    await expectAll(service.url, acknowledged);
    expect(acknowledged.size).toBeGreaterThanOrEqual((ROUNDS * ACKNOWLEDGED) / 2);
    expect(await service.stop()).toBe(0);
  }, 300_000);
});

/** Every entity is there with what was acknowledged last, or with a write on top whose answer was lost. */
async function expectAll(url: string, acknowledged: ReadonlyMap<string, number>): Promise<void> {
  const send = brokerClient(url);
  const stored = new Map<string, number>();
  for (let offset = 0; ; offset += 1000) {
    const { data } = await send(
      'GET',
      `/entities?type=Durable&options=keyValues&limit=1000&offset=${offset}`,
    );
    for (const { id, n } of data as unknown as { id: string; n: number }[]) stored.set(id, n);
    if (data.length < 1000) break;
  }
  const lost = [...acknowledged].filter(([id, n]) => (stored.get(id) ?? -1) < n);
  expect(lost).toEqual([]);
}
