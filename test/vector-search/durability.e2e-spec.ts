import axios from 'axios';
import { EmbeddingsServer } from '../support/embeddings-server';
import { type ServiceProcess, startServiceProcess } from '../support/service-process';
import { temporaryDirectory } from '../support/temporary-directory';
import { eventually } from './searchable-service';

const REPORTS = 40;

jest.setTimeout(120_000);

describe('the index over restarts', () => {
  const directory = temporaryDirectory();
  let embeddings: EmbeddingsServer;
  let service: ServiceProcess | undefined;
  beforeAll(async () => {
    embeddings = await EmbeddingsServer.start();
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await embeddings.stop();
    directory.remove();
  });

  const start = async (model: string) => {
    service = await startServiceProcess({
      DATA_DIR: directory.path,
      EMBEDDINGS_BASE_URL: embeddings.url,
      EMBEDDINGS_MODEL: model,
      EMBEDDINGS_TIMEOUT_MS: '2000',
      KNOWLEDGE_DIR: '/nonexistent',
    });
    return service;
  };
  const report = ({ url }: ServiceProcess, description: string) =>
    axios.post(`${url}/api/v1/citizen-reports`, {
      description,
      location: { type: 'Point', coordinates: [106.7, 10.77] },
    });
  const health = async ({ url }: ServiceProcess) => {
    const { data } = await axios.get<{ services: { vector_search: Record<string, unknown> } }>(
      `${url}/admin/health`,
    );
    return data.services.vector_search;
  };
  const indexed = (running: ServiceProcess) =>
    eventually(async () => {
      const { status, pending } = await health(running);
      return status === 'up' && pending === 0;
    });
  const find = async ({ url }: ServiceProcess, query: string) => {
    const { data } = await axios.post<{ results: { text: string }[] }>(`${url}/ai/search`, {
      query,
      top_k: 100,
    });
    return data.results.map(({ text }) => text);
  };

  it('loses nothing when the process is killed in the middle', async () => {
    embeddings.misbehaviour = () => undefined;
    const first = await start('one');
    await Promise.all(Array.from({ length: REPORTS }, (_, i) => report(first, `Lamp number${i} is dark`)));
    await eventually(async () => Number((await health(first)).pending) === REPORTS);
    await first.stop('SIGKILL');

    embeddings.misbehaviour = undefined;
    const second = await start('one');
    await indexed(second);
    expect(await find(second, 'dark lamps')).toHaveLength(REPORTS);
  });

  it('embeds nothing again at the next start', async () => {
    await service?.stop();
    const before = embeddings.texts.length;
    const next = await start('one');
    await indexed(next);
    await find(next, 'lamp');
    expect(embeddings.texts.slice(before).filter((text) => text.includes('number'))).toEqual([]);
  });

  it('embeds everything anew by another model, also one of other dimensions', async () => {
    await service?.stop();
    embeddings.dimensions = 64;
    const before = embeddings.texts.length;
    const next = await start('two');
    await indexed(next);
    expect(embeddings.texts.slice(before).filter((text) => text.includes('number'))).toHaveLength(REPORTS);
    expect(await find(next, 'dark lamps')).toHaveLength(REPORTS);
    expect(next.output()).toMatch(/the embedding model is another one/);
  });

  it('stops at once while the embeddings server hangs', async () => {
    embeddings.misbehaviour = () => undefined;
    const running = service;
    if (running === undefined) throw new Error('there is no service');
    const asked = embeddings.requests.length;
    await report(running, 'Left behind');
    await eventually(() => embeddings.requests.length > asked);
    expect(await running.stop()).toBe(0);
    await eventually(() => embeddings.givenUp > 0);
  });
});
