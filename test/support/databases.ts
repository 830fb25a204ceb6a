import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import type { DatabaseSettings } from '../../src/database/open-database';
import { temporaryDirectory } from './temporary-directory';

export interface TestDatabase {
  settings: DatabaseSettings;
  /** False when all connections are one session of the database, so that only one may be open. */
  manySessions: boolean;
  remove(): Promise<void>;
}

type Open = () => Promise<TestDatabase>;

/** An empty SQLite file. */
const openSqlite: Open = () => {
  const directory = temporaryDirectory();
  return Promise.resolve({
    settings: { DATA_DIR: directory.path, DATABASE_POOL_SIZE: 1 },
    manySessions: true,
    remove: () => Promise.resolve(directory.remove()),
  });
};

/** An empty PostgreSQL of its own, in a process of its own. */
const openPglite: Open = async () => {
  const server = spawn(process.execPath, [join(__dirname, 'pglite-server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const exit = once(server, 'exit');
  return {
    settings: {
      DATABASE_URL: `postgresql://postgres@${line.toString().trim()}/postgres`,
      DATABASE_POOL_SIZE: 1,
      DATA_DIR: '',
    },
    manySessions: false,
    async remove() {
      server.stdin.end();
      await exit;
    },
  };
};

/** An empty database on the server of TEST_DATABASE_URL, whose user may create databases. */
const openOnServer =
  (serverUrl: string): Open =>
  async () => {
    const name = `test_${process.pid}_${Date.now()}_${Math.floor(Math.random() * 1e6)}`;
    const execute = async (sql: string) => {
      const client = new Client({ connectionString: serverUrl });
      await client.connect();
      await client.query(sql);
      await client.end();
    };
    await execute(`create database ${name}`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return {
      settings: { DATABASE_URL: url.href, DATABASE_POOL_SIZE: 10, DATA_DIR: '' },
      manySessions: true,
      remove: () => execute(`drop database ${name} with (force)`),
    };
  };

const server = process.env.TEST_DATABASE_URL;

/** The kinds of database that need nothing installed, or the PostgreSQL server that TEST_DATABASE_URL names. */
export const DATABASES: [name: string, open: Open][] =
  server === undefined
    ? [
        ['SQLite', openSqlite],
        ['PostgreSQL (PGlite)', openPglite],
      ]
    : [['PostgreSQL (server)', openOnServer(server)]];
