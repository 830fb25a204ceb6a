// PostgreSQL with pgvector in one process, on a free port of the loopback interface, which it writes to standard output.
// It ends when its standard input does, that is, with whoever started it.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const ROOT = join(import.meta.dirname, '../..');
const { devDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const CLUSTER = join(ROOT, `node_modules/.cache/pglite-${devDependencies['@electric-sql/pglite']}.tar`);

/** An empty cluster, kept by the first who needs one: making it takes four times as long as all the rest. */
async function emptyCluster() {
  if (!existsSync(CLUSTER)) {
    const database = await PGlite.create();
    const dump = await database.dumpDataDir('none');
    await database.close();
    await mkdir(dirname(CLUSTER), { recursive: true });
    await writeFile(`${CLUSTER}.${process.pid}`, dump.stream());
    await rename(`${CLUSTER}.${process.pid}`, CLUSTER);
  }
  return new Blob([await readFile(CLUSTER)]);
}

const server = new PGLiteSocketServer({
  db: await PGlite.create({ loadDataDir: await emptyCluster(), extensions: { vector } }),
  host: '127.0.0.1',
  port: 0,
  maxConnections: 10,
});
await server.start();
process.stdout.write(`${server.getServerConn()}\n`);
process.stdin.on('end', () => process.exit()).resume();
