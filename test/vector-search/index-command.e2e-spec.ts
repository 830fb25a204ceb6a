import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import axios from 'axios';
import { indexCommand } from '../../src/vector-search/commands/index-command';
import type { SearchAnswerDto } from '../../src/vector-search/dto/search-answer.dto';
import { EmbeddingsServer } from '../support/embeddings-server';
import { startService } from '../support/service';
import { startServiceProcess } from '../support/service-process';
import { temporaryDirectory } from '../support/temporary-directory';

async function run(variables: Record<string, string>, args: string[] = []) {
  const output = { out: '', err: '' };
  const into = (name: 'out' | 'err') =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        output[name] += chunk.toString();
        done();
      },
    });
  const code = await indexCommand(args, variables, { out: into('out'), err: into('err') });
  return { code, ...output };
}

describe('npm run index', () => {
  const directory = temporaryDirectory();
  const knowledge = join(directory.path, 'knowledge');
  let embeddings: EmbeddingsServer;
  beforeAll(async () => {
    mkdirSync(knowledge);
    writeFileSync(join(knowledge, 'lamps.md'), '# Lamps\n\nThey shine.');
    embeddings = await EmbeddingsServer.start();
  });
  afterAll(async () => {
    await embeddings.stop();
    directory.remove();
  });

  it('reads the documents where there is no embeddings server', async () => {
    const { code, out, err } = await run({
      DATA_DIR: join(directory.path, 'words'),
      KNOWLEDGE_DIR: knowledge,
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^1 documents: 1 changed, 0 removed, 0 skipped\n.*EMBEDDINGS_BASE_URL/);
  });

  it('indexes everything while the service is stopped, and nothing twice', async () => {
    const data = join(directory.path, 'stopped');
    const silent = await startService({ DATA_DIR: data, KNOWLEDGE_DIR: '/nonexistent' });
    await fetch(`${silent.url}/api/v1/citizen-reports`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ description: 'A hole', location: { type: 'Point', coordinates: [1, 1] } }),
    });
    await silent.stop();
    const variables = { DATA_DIR: data, KNOWLEDGE_DIR: knowledge, EMBEDDINGS_BASE_URL: embeddings.url };
    const first = await run(variables);
    expect(first).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/2 pieces indexed in .* 0 given up/) as string,
    });
    const texts = embeddings.texts.length;
    expect((await run(variables)).out).toMatch(/0 pieces indexed/);
    expect(embeddings.texts.slice(texts)).toHaveLength(1);
  });

  it('works beside the service, which finds what it indexed', async () => {
    const variables = {
      DATA_DIR: join(directory.path, 'running'),
      KNOWLEDGE_DIR: knowledge,
      EMBEDDINGS_BASE_URL: embeddings.url,
    };
    const service = await startServiceProcess(variables);
    try {
      writeFileSync(join(knowledge, 'holes.md'), '# Holes\n\nThey are deep.');
      expect(await run(variables)).toMatchObject({ code: 0, err: '' });
      const { data } = await axios.post<SearchAnswerDto>(`${service.url}/ai/search`, { query: 'pit deep' });
      expect(data.results[0]?.id).toBe('document:holes.md#holes');
    } finally {
      await service.stop();
    }
  });

  it('says what is wrong in one line', async () => {
    expect(await run({}, ['all'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Usage: /) as string,
    });
    expect(await run({}, ['--help'])).toMatchObject({ code: 0, err: '' });
    expect(await run({ DATA_DIR: directory.path, EMBEDDINGS_TIMEOUT_MS: 'soon' })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^index: EMBEDDINGS_TIMEOUT_MS: [^\n]+\n$/) as string,
    });
    expect(
      await run({ DATA_DIR: join(directory.path, 'away'), EMBEDDINGS_BASE_URL: 'http://127.0.0.1:9/v1' }),
    ).toMatchObject({ code: 2, err: 'index: the embeddings server cannot be reached\n' });
  });
});
