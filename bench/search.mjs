// npm run bench:search -- --sizes 10000,100000 --dimensions 384,1536
// How long the embedded store takes for a search by vector, with and without a filter, and by words.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const built = createRequire(join(import.meta.dirname, '../dist/'));
const { Database } = built('./common/sqlite/database.js');
const { Searcher } = built('./vector-search/search-thread/searcher.js');

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    dimensions: { type: 'string', default: '384,1536' },
  },
});

const CATEGORIES = 11;
const WORDS = 5_000;
const RUNS = 7;

console.log('| vectors | dimensions | first ms | by vector ms | one category ms | by words ms | memory MB |');
console.log('|---:|---:|---:|---:|---:|---:|---:|');
for (const size of values.sizes.split(',').map(Number)) {
  for (const dimensions of values.dimensions.split(',').map(Number)) run(size, dimensions);
}

function run(size, dimensions) {
  const directory = mkdtempSync(join(os.tmpdir(), 'civic-search-'));
  const file = join(directory, 'service.sqlite');
  const before = process.memoryUsage().rss;
  fill(new Database(file), size, dimensions);
  const searcher = new Searcher(new Database(file, { readOnly: true }));
  const query = randomVector(dimensions);
  const figures = [
    median(1, () => searcher.nearest(query, {}, 50)),
    median(RUNS, () => searcher.nearest(query, {}, 50)),
    median(RUNS, () => searcher.nearest(query, { category: 'c1' }, 50)),
    median(RUNS, () => searcher.words('"w1" OR "w7" OR "w100" OR "w1 w7"', {}, 50)),
    Math.round((process.memoryUsage().rss - before) / 2 ** 20),
  ];
  console.log(`| ${size} | ${dimensions} | ${figures.join(' | ')} |`);
  rmSync(directory, { recursive: true });
}

function fill(database, size, dimensions) {
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE search_pieces (no INTEGER PRIMARY KEY, key TEXT UNIQUE, type TEXT, category TEXT, status TEXT);
    CREATE INDEX search_pieces_by_category ON search_pieces (category, status);
    CREATE TABLE search_vectors (no INTEGER PRIMARY KEY, version INTEGER NOT NULL, vector BLOB NOT NULL);
    CREATE INDEX search_vectors_by_version ON search_vectors (version);
    CREATE VIRTUAL TABLE search_words USING fts5 (title, text, content = '', contentless_delete = 1);
  `);
  database.transaction(() => {
    for (let no = 1; no <= size; no++) {
      const vector = new Uint8Array(randomVector(dimensions).buffer);
      const text = Array.from({ length: 40 }, () => `w${Math.floor(WORDS * Math.random() ** 3)}`).join(' ');
      database.run(
        'INSERT INTO search_pieces VALUES (?, ?, ?, ?, ?)',
        no,
        `k${no}`,
        'CitizenReport',
        `c${no % CATEGORIES}`,
        's',
      );
      database.run('INSERT INTO search_vectors VALUES (?, ?, ?)', no, no, vector);
      database.run(
        'INSERT INTO search_words (rowid, title, text) VALUES (?, ?, ?)',
        no,
        text.slice(0, 30),
        text,
      );
    }
  });
  database.close();
}

function randomVector(dimensions) {
  const vector = Float32Array.from({ length: dimensions }, () => Math.random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function median(runs, work) {
  const times = Array.from({ length: runs }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  return times.sort((one, other) => one - other)[Math.floor(runs / 2)].toFixed(1);
}
