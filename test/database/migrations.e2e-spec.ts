import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { MIGRATIONS } from '../../src/database/migrations';
import { DatabaseError, openDatabase } from '../../src/database/open-database';
import { temporaryDirectory } from '../support/temporary-directory';
import { DATABASES, type TestDatabase } from '../support/databases';

const BUILT = join(__dirname, '../../dist/database/open-database.js');
const execute = promisify(execFile);

const SCRIPT = `
  const { openDatabase } = require(process.argv[1]);
  openDatabase(JSON.parse(process.argv[2])).then((database) => database.destroy());
`;

/** Opens and closes the database in a process of its own, from what is built. */
const openInProcess = (settings: TestDatabase['settings']) =>
  execute(process.execPath, ['-e', SCRIPT, BUILT, JSON.stringify(settings)]);

describe.each(DATABASES)('migrations on %s', (_name, open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.remove());

  it('run once, however many processes start, together where the database has many sessions', async () => {
    const together = database.manySessions ? 4 : 1;
    for (let started = 0; started < 4; started += together) {
      await Promise.all(Array.from({ length: together }, () => openInProcess(database.settings)));
    }
    const instance = await openDatabase(database.settings);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(instance);
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(MIGRATIONS));
    await instance.destroy();
  });

  it('leave what is stored alone at the next start', async () => {
    const first = await openDatabase(database.settings);
    const user = { username: 'ada', role: 'admin', password_hash: 'x', token_version: 0 } as const;
    await first
      .insertInto('users')
      .values({ ...user, id: '1', created_at: '2026-01-01T00:00:00.000Z' })
      .execute();
    await first.destroy();
    const second = await openDatabase(database.settings);
    expect(await second.selectFrom('users').select('username').execute()).toEqual([{ username: 'ada' }]);
    await second.destroy();
  });
});

describe('openDatabase', () => {
  it('names the database when it cannot be opened', async () => {
    const directory = temporaryDirectory();
    const settings = {
      DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:9/none',
      DATA_DIR: directory.path,
      DATABASE_POOL_SIZE: 1,
    };
    await expect(openDatabase(settings)).rejects.toThrow(DatabaseError);
    await expect(openDatabase(settings)).rejects.toThrow(/^DATABASE: (?!.*hunter2).*ECONNREFUSED/);
    directory.remove();
  });
});
