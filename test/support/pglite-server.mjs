// PostgreSQL with pgvector in one process, on a free port of the loopback interface, which it writes to standard output. It ends when
// its standard input does, that is, with whoever started it.
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const server = new PGLiteSocketServer({
  db: await PGlite.create({ extensions: { vector } }),
  host: '127.0.0.1',
  port: 0,
  maxConnections: 10,
});
await server.start();
process.stdout.write(`${server.getServerConn()}\n`);
process.stdin.on('end', () => process.exit()).resume();
