import { setTimeout } from 'node:timers/promises';
import axios from 'axios';
import { Environment } from '../../src/config/environment';
import { EmbeddingsService } from '../../src/vector-search/embeddings/embeddings.service';
import { answerVectors, EmbeddingsServer, type Misbehaviour } from '../support/embeddings-server';
import { hashedVector } from '../support/hashed-vector';
import { eventually, SearchableService } from './searchable-service';

const say =
  (status: number, type: string, body: string): Misbehaviour =>
  (response) =>
    response.writeHead(status, { 'Content-Type': type }).end(body);

const json = (status: number, body: unknown) => say(status, 'application/json', JSON.stringify(body));

const vectors =
  (embed: (text: string) => unknown): Misbehaviour =>
  (response, request) =>
    answerVectors(response, request, embed);

describe('the embeddings server', () => {
  let server: EmbeddingsServer;
  let embeddings: EmbeddingsService;
  beforeEach(async () => {
    server = await EmbeddingsServer.start();
    embeddings = new EmbeddingsService(
      Object.assign(new Environment(), {
        EMBEDDINGS_BASE_URL: server.url,
        EMBEDDINGS_API_KEY: 'secret-key',
        EMBEDDINGS_TIMEOUT_MS: 1500,
      }),
    );
  });
  afterEach(() => server.stop());

  it('is asked for plain numbers, by its key and in one request', async () => {
    const found = await embeddings.embed(['a lamp', 'two\nlines']);
    expect(found.map(({ length }) => length)).toEqual([128, 128]);
    expect(server.requests).toEqual([
      expect.objectContaining({
        model: 'text-embedding-3-small',
        input: ['a lamp', 'two\nlines'],
        encoding_format: 'float',
        authorization: 'Bearer secret-key',
      }),
    ]);
  });

  it('may answer in any order and in any length', async () => {
    server.misbehaviour = (response) =>
      json(200, {
        data: [
          { index: 1, embedding: [0, 30] },
          { index: 0, embedding: [-4, 0] },
        ],
      })(response, { model: '', input: [] });
    expect(await embeddings.embed(['a', 'b'])).toEqual([Float32Array.of(-1, 0), Float32Array.of(0, 1)]);
  });

  it.each<[string, number, Misbehaviour]>([
    ['refuses the key', 502, json(401, { error: { message: 'wrong key secret-key' } })],
    ['knows no such model', 502, json(404, { error: { message: 'no model' } })],
    ['refuses the text', 502, json(400, { error: { message: 'too long' } })],
    ['has no time', 503, json(429, { error: { message: 'slow down' } })],
    ['breaks', 503, say(500, 'text/html', '<h1>Oops</h1>')],
    ['answers HTML', 502, say(200, 'text/html', '<h1>Hello</h1>')],
    ['answers half a JSON', 502, say(200, 'application/json', '{"data":[{"embed')],
    ['answers NaN', 502, say(200, 'application/json', '{"data":[{"index":0,"embedding":[NaN,1]}]}')],
    ['answers null', 502, json(200, null)],
    ['answers no data', 502, json(200, { object: 'list' })],
    ['answers too few vectors', 502, json(200, { data: [] })],
    ['answers too many vectors', 502, json(200, { data: [{ embedding: [1] }, { embedding: [1] }] })],
    ['answers null among the numbers', 502, vectors(() => [1, null, 2])],
    [
      'answers numbers that are none',
      502,
      say(200, 'application/json', '{"data":[{"index":0,"embedding":[1e999,1]}]}'),
    ],
    ['answers zeros', 502, vectors(() => [0, 0, 0])],
    ['answers empty vectors', 502, vectors(() => [])],
    ['answers base64', 502, vectors(() => 'AACAPw==')],
    ['redirects', 503, (response) => response.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end()],
    ['hangs up', 503, (response) => response.destroy()],
    ['is silent', 503, () => undefined],
    ['stops in the middle', 503, (response) => void response.writeHead(200).write('{"data":[')],
    ['never stops', 503, (response) => void writeForEver(response)],
  ])('that %s is an error with status %d', async (_what, status, misbehaviour) => {
    server.misbehaviour = misbehaviour;
    const failure = await embeddings.embed(['a']).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      status,
      message: expect.stringMatching(/^the embeddings server /) as string,
    });
    expect((failure as Error).message).not.toContain('secret-key');
    expect(embeddings.failure).toBe((failure as Error).message);

    server.misbehaviour = undefined;
    expect(await embeddings.probe()).toBe(128);
    expect(embeddings.failure).toBeUndefined();
  });

  it('is asked again when its failure passes', async () => {
    let failures = 0;
    server.misbehaviour = (response, request) => {
      if (++failures < 3) json(503, {})(response, request);
      else answerVectors(response, request, (text) => hashedVector(text, 8));
    };
    expect(await embeddings.probe()).toBe(8);
    expect(server.requests).toHaveLength(3);
  });

  it('is not asked again for what it refuses', async () => {
    server.misbehaviour = json(400, {});
    await expect(embeddings.probe()).rejects.toMatchObject({ status: 502 });
    expect(server.requests).toHaveLength(1);
  });

  it('is given up with its caller', async () => {
    server.misbehaviour = () => undefined;
    const left = new AbortController();
    const asking = embeddings.embed(['a'], left.signal);
    await eventually(() => server.requests.length === 1);
    left.abort(new Error('left'));
    await expect(asking).rejects.toThrow('left');
    await eventually(() => server.givenUp === 1);
  });
});

/** Numbers without end. */
async function writeForEver(response: Parameters<Misbehaviour>[0]): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"data":[{"embedding":[1');
  while (!response.destroyed) {
    response.write(',1'.repeat(100_000));
    await setTimeout(5);
  }
}

describe('the service beside an embeddings server that fails', () => {
  let city: SearchableService;
  beforeAll(async () => {
    city = await SearchableService.start();
  });
  afterAll(() => city.stop());
  afterEach(() => (city.embeddings.misbehaviour = undefined));

  it('says so to those who search, and keeps reports and what is to be indexed', async () => {
    city.embeddings.misbehaviour = json(500, {});
    const id = await city.report({ description: 'A lamp that hums' });
    const answer = await city.search({ query: 'lamp' });
    expect(answer).toMatchObject({
      status: 503,
      data: { error_type: 'EmbeddingsUnavailable', retry_after: 5 },
    });
    expect(await city.queue.counts()).toEqual({ pending: 1, failed: 0 });

    city.embeddings.misbehaviour = undefined;
    await city.indexed();
    expect(await city.found('humming lamp')).toContain(id);
  });

  it('notices another number of dimensions, and asks for a restart', async () => {
    city.embeddings.misbehaviour = vectors((text) => hashedVector(text, 64));
    expect(await city.search({ query: 'lamp' })).toMatchObject({
      status: 502,
      data: {
        error_type: 'EmbeddingsError',
        detail: expect.stringMatching(/64 dimensions.*128.*restart/) as string,
      },
    });
  });

  it('sets aside the one text that cannot be embedded, and indexes the others', async () => {
    city.embeddings.misbehaviour = (response, request) => {
      if ([request.input].flat().some((text) => text.includes('poison'))) json(400, {})(response, request);
      else answerVectors(response, request, (text) => hashedVector(text, 128));
    };
    const [, good] = await Promise.all([
      city.report({ description: 'A poisonous puddle, poison' }),
      city.report({ description: 'A lantern in the fog' }),
    ]);
    await eventually(async () => (await city.found('lantern')).includes(good));
    expect((await city.queue.counts()).pending).toBeLessThanOrEqual(1);
  });

  it('does not wait for it when reports are made', async () => {
    city.embeddings.misbehaviour = () => undefined;
    const { status } = await axios.post(`${city.service.url}/api/v1/citizen-reports`, {
      description: 'A quick one',
      location: { type: 'Point', coordinates: [106.7, 10.77] },
    });
    expect(status).toBe(201);
  });
});
