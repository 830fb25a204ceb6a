import { randomUUID } from 'node:crypto';
import { Environment } from '../../src/config/environment';
import { openDatabase } from '../../src/database/open-database';
import { EmbeddingsService } from '../../src/vector-search/embeddings/embeddings.service';
import { SqliteFullText } from '../../src/vector-search/full-text/sqlite-full-text';
import { pieceKey } from '../../src/vector-search/pieces/piece';
import { PiecesRepository } from '../../src/vector-search/pieces/pieces.repository';
import { SearchThread } from '../../src/vector-search/search-thread/search-thread';
import type { LabelledPiece, PieceStore } from '../../src/vector-search/stores/piece-store';
import { StoreOpener } from '../../src/vector-search/stores/store-opener.service';
import { DATABASES, type TestDatabase } from '../support/databases';
import { QdrantServer } from '../support/qdrant-server';

interface TestStore {
  store: PieceStore;
  open(collection: string, dimensions: number): Promise<PieceStore>;
  /** Makes the piece known to the database, where the store needs that. */
  know(piece: LabelledPiece, id: string): Promise<void>;
  close(): Promise<void>;
}

const COLLECTION = 'civic_vectors_test';
const DIMENSIONS = 3;

async function openStore(
  settings: TestDatabase['settings'],
  variables: Partial<Environment> = {},
): Promise<TestStore> {
  const environment = Object.assign(new Environment(), {
    EMBEDDINGS_BASE_URL: 'http://127.0.0.1:9/v1',
    ...settings,
    ...variables,
  });
  const database = await openDatabase(settings);
  const thread = new SearchThread(environment);
  const opener = new StoreOpener(environment, new EmbeddingsService(environment), database, thread);
  const pieces = new PiecesRepository(database, new SqliteFullText(thread));
  const store = await opener.open(COLLECTION, DIMENSIONS);
  return {
    store,
    open: (collection, dimensions) => opener.open(collection, dimensions),
    async know({ type, category, status }, id) {
      if (settings.DATABASE_URL !== undefined) return;
      const labels = { category: category ?? undefined, status: status ?? undefined };
      await pieces.put({ type, id, title: id, text: id, metadata: {}, ...labels });
    },
    async close() {
      await store.close();
      await thread.onApplicationShutdown();
      await database.destroy();
    },
  };
}

const real = process.env.QDRANT_URL;

/** Every kind of store; a real Qdrant when QDRANT_URL names one. */
const STORES: [name: string, open: () => Promise<TestStore>][] = [
  ...DATABASES.map(([name, openTest]): [string, () => Promise<TestStore>] => [
    name,
    async () => {
      const test = await openTest();
      const opened = await openStore(test.settings);
      return { ...opened, close: () => opened.close().then(() => test.remove()) };
    },
  ]),
  ['Qdrant (stand-in)', () => onQdrant()],
  ...(real === undefined
    ? []
    : ([['Qdrant (server)', () => onQdrant(real)]] as [string, () => Promise<TestStore>][])),
];

async function onQdrant(url?: string): Promise<TestStore> {
  const [, openTest] = DATABASES[0] ?? [];
  if (openTest === undefined) throw new Error('there is no database');
  const test = await openTest();
  const server = url === undefined ? await QdrantServer.start() : undefined;
  const opened = await openStore(test.settings, { VECTOR_STORE_URL: url ?? server?.url });
  return {
    ...opened,
    async close() {
      await opened.store.drop(COLLECTION);
      await opened.close();
      await server?.stop();
      await test.remove();
    },
  };
}

const VECTORS = {
  east: [1, 0, 0],
  northeast: [Math.SQRT1_2, Math.SQRT1_2, 0],
  north: [0, 1, 0],
  up: [0, 0, 1],
};
type Direction = keyof typeof VECTORS;

describe.each(STORES)('vectors in %s', (_name, open) => {
  let test: TestStore;
  beforeAll(async () => {
    test = await open();
  });
  afterAll(() => test.close());

  const ids = Object.fromEntries(Object.keys(VECTORS).map((name) => [name, randomUUID()])) as Record<
    Direction,
    string
  >;
  const piece = (name: Direction, status: string | null = 'pending'): LabelledPiece => ({
    key: pieceKey({ type: 'CitizenReport', id: ids[name] }),
    type: 'CitizenReport',
    category: name === 'up' ? "o'up" : 'compass',
    status,
  });
  const put = async (name: Direction, vector = VECTORS[name]) => {
    await test.know(piece(name), ids[name]);
    await test.store.put([piece(name)], [Float32Array.from(vector)]);
  };
  const nearest = async (vector: number[], filters = {}, limit = 10) => {
    const found = await test.store.nearest(Float32Array.from(vector), filters, limit);
    const nameOf = (key: string) => Object.keys(ids).find((name) => piece(name as Direction).key === key);
    return found.map(({ key, similarity }) => [nameOf(key), Math.round(similarity * 100) / 100]);
  };

  it('are found by their nearness', async () => {
    for (const name of Object.keys(VECTORS) as Direction[]) await put(name);
    expect(await nearest([1, 0, 0], {}, 3)).toEqual([
      ['east', 1],
      ['northeast', 0.71],
      expect.arrayContaining([0]),
    ]);
    expect(await nearest([0, -1, 0])).toContainEqual(['north', -1]);
  });

  it('are filtered before they are counted', async () => {
    expect(await nearest([1, 0, 0], { category: "o'up" }, 1)).toEqual([['up', 0]]);
    expect(
      await nearest([1, 0, 0], { type: 'CitizenReport', category: 'compass', status: 'pending' }, 1),
    ).toEqual([['east', 1]]);
    expect(await nearest([1, 0, 0], { type: 'Document' })).toEqual([]);
    expect(await nearest([1, 0, 0], { status: "pending' OR '1'='1" })).toEqual([]);
  });

  it('take new labels and keep their place', async () => {
    await test.know(piece('north', 'closed'), ids.north);
    await test.store.relabel([piece('north', 'closed')]);
    expect(await nearest([0, 1, 0], { status: 'closed' })).toEqual([['north', 1]]);
    await test.know(piece('north', null), ids.north);
    await test.store.relabel([piece('north', null)]);
    expect(await nearest([0, 1, 0], { status: 'closed' })).toEqual([]);
    expect(await nearest([0, 1, 0], {}, 1)).toEqual([['north', 1]]);
  });

  it('are replaced and removed, as often as one likes', async () => {
    await put('up', [0, 1, 0]);
    await put('up', [0, 0, -1]);
    expect(await nearest([0, 0, -1], {}, 1)).toEqual([['up', 1]]);
    await test.store.remove([piece('up').key]);
    await test.store.remove([piece('up').key, randomUUID()]);
    expect((await nearest([0, 0, -1])).map(([name]) => name)).not.toContain('up');
  });

  it('are there after a restart, and gone once they are dropped', async () => {
    const again = await test.open(COLLECTION, DIMENSIONS);
    await again.ping();
    expect(await again.nearest(Float32Array.of(1, 0, 0), {}, 1)).toHaveLength(1);
    await again.drop(COLLECTION);
    await again.close();
    const anew = await test.open(COLLECTION, DIMENSIONS);
    expect(await anew.nearest(Float32Array.of(1, 0, 0), {}, 1)).toEqual([]);
    await anew.close();
  });
});
