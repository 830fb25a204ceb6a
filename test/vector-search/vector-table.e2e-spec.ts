import { Database } from '../../src/common/sqlite/database';
import { dotProduct, storedVector, vectorBytes } from '../../src/vector-search/stores/vector-bytes';
import { temporaryDirectory } from '../support/temporary-directory';
import { VectorTable } from '../../src/vector-search/search-thread/vector-table';

const DIMENSIONS = 5;

const randomVector = () => {
  const values = Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5);
  return Float32Array.from(values, (value) => value / Math.hypot(...values));
};

describe.each([
  ['in memory', 2 ** 20],
  ['read from the file', 0],
])('vectors %s', (_name, mostBytes) => {
  const directory = temporaryDirectory();
  const file = `${directory.path}/vectors.sqlite`;
  const writer = new Database(file);
  writer.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE search_pieces (no INTEGER PRIMARY KEY, type TEXT, category TEXT, status TEXT);
    CREATE TABLE search_vectors (no INTEGER PRIMARY KEY, version INTEGER NOT NULL, vector BLOB NOT NULL);
  `);
  const reader = new Database(file, { readOnly: true });
  const table = new VectorTable(reader, mostBytes);
  const vectors = new Map<number, Float32Array>();
  let version = 0;
  afterAll(() => {
    reader.close();
    writer.close();
    directory.remove();
  });

  const put = (no: number, vector = randomVector()) => {
    writer.run('INSERT OR REPLACE INTO search_pieces VALUES (?, ?, ?, ?)', no, 'Document', `c${no % 3}`, 's');
    writer.run('INSERT OR REPLACE INTO search_vectors VALUES (?, ?, ?)', no, ++version, vectorBytes(vector));
    vectors.set(no, vector);
  };
  const remove = (no: number) => {
    writer.run('DELETE FROM search_vectors WHERE no = ?', no);
    vectors.delete(no);
  };
  /** What comparing with each one gives. */
  const expected = (query: Float32Array, limit: number, category?: string) =>
    [...vectors]
      .filter(([no, { length }]) => length === DIMENSIONS && (!category || category === `c${no % 3}`))
      .map(([no, vector]) => ({ no, similarity: dotProduct(query, vector) }))
      .sort((one, other) => other.similarity - one.similarity)
      .slice(0, limit);
  const check = () => {
    const query = randomVector();
    expect(table.nearest(query, {}, 7)).toEqual(expected(query, 7));
    expect(table.nearest(query, { category: 'c1', status: 's' }, 7)).toEqual(expected(query, 7, 'c1'));
    expect(table.nearest(query, { category: 'none' }, 7)).toEqual([]);
  };

  it('are those of the table, whatever happens to it between searches', () => {
    check();
    for (let no = 1; no <= 2_500; no++) put(no);
    check();
    for (let no = 2_400; no <= 2_600; no++) put(no);
    for (let no = 1; no <= 2_600; no += 7) remove(no);
    check();
    remove(2_600);
    put(8);
    put(5_000);
    check();
    for (const no of [...vectors.keys()]) remove(no);
    check();
  });

  it('of another model are not compared', () => {
    put(1);
    put(2, Float32Array.of(1, 0, 0));
    check();
  });
});

describe('a stored vector', () => {
  it('is read wherever in memory its bytes are', () => {
    const vector = Float32Array.of(0.5, -1, 3);
    const shifted = new Uint8Array(13);
    shifted.set(vectorBytes(vector), 1);
    expect(storedVector(shifted.subarray(1))).toEqual(vector);
    expect(storedVector(vectorBytes(vector))).toEqual(vector);
  });
});
