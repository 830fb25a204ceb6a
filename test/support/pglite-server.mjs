// PostgreSQL in one process, on a free port of the loopback interface, which it writes to standard output. It ends when
// its standard input does, that is, with whoever started it.
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const server = new PGLiteSocketServer({
  db: await PGlite.create(),
  host: '127.0.0.1',
  port: 0,
  maxConnections: 10,
});
await server.start();
process.stdout.write(`${server.getServerConn()}\n`);
process.stdin.on('end', () => process.exit()).resume();
