import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { v5 as nameUuid, v7 as uuid } from 'uuid';
import { Database } from '../../common/sqlite/database';
import { overloaded } from '../errors';
import type { JsonValue } from '../model/entity';

/** Fetched by the broker, added by a client, or made by the broker for an answer (ETSI GS CIM 009, clause 5.13.1). */
export type ContextKind = 'Cached' | 'Hosted' | 'ImplicitlyCreated';

export interface StoredContext {
  /** A URN of the broker's own. */
  id: string;
  kind: ContextKind;
  /** Whose it is: of the default tenant when empty. What was fetched is everybody's. */
  tenant: string;
  /** Where it was fetched from. */
  url: string | null;
  /** The value of `@context`, in JSON. */
  body: string;
  /** Times in milliseconds since 1970. */
  created_at: number;
  expires_at: number | null;
}

/** Contexts of each kind, and the bytes of those that are not hosted; of these the oldest make room for new ones. */
const LIMITS = { contexts: 1000, bytes: 256 * 2 ** 20 };

/** Of the ids that are made of what they stand for. */
const NAMESPACE = '6fb4f4d7-0f5b-4b0e-9d4e-6a1f7a3c2b11';

const VISIBLE = "(kind = 'Cached' OR tenant = ?2)";

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS context (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    tenant TEXT NOT NULL,
    url TEXT UNIQUE,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS context_kind ON context (kind, created_at);
`;

/** JSON-LD contexts that the broker knows, for all tenants, durable in a file. */
export class ContextStore {
  private readonly database: Database;

  constructor(
    file: string,
    private readonly limits = LIMITS,
  ) {
    mkdirSync(dirname(file), { recursive: true });
    this.database = new Database(file);
    this.database.exec(SCHEMA);
  }

  /** By its id, or by the address it was fetched from. */
  find(key: string, tenant: string): StoredContext | undefined {
    return this.database.get<StoredContext>(
      `SELECT * FROM context WHERE (id = ?1 OR url = ?1) AND ${VISIBLE}`,
      key,
      tenant,
    );
  }

  list(kind: ContextKind | undefined, tenant: string): StoredContext[] {
    return this.database.all<StoredContext>(
      `SELECT * FROM context WHERE (?1 IS NULL OR kind = ?1) AND ${VISIBLE} ORDER BY id LIMIT ?3`,
      kind ?? null,
      tenant,
      3 * this.limits.contexts,
    );
  }

  /** Keeps what was fetched, in place of what was fetched from there before. */
  putCached(url: string, context: JsonValue, freshForMs: number): void {
    const now = Date.now();
    this.database.transaction(() => {
      this.database.run(
        `INSERT INTO context VALUES (?, 'Cached', '', ?, ?, ?, ?) ON CONFLICT (url) DO UPDATE
         SET body = excluded.body, created_at = excluded.created_at, expires_at = excluded.expires_at`,
        newId(),
        url,
        JSON.stringify(context),
        now,
        now + freshForMs,
      );
      this.makeRoom('Cached');
    });
  }

  /** @throws ServiceError 503 when there are too many */
  addHosted(context: JsonValue, tenant: string): string {
    const hosted = this.database.get<{ n: number }>(
      "SELECT count(*) AS n FROM context WHERE kind = 'Hosted'",
    );
    if ((hosted?.n ?? 0) >= this.limits.contexts) throw overloaded();
    const id = newId();
    this.add(id, 'Hosted', tenant, JSON.stringify(context));
    return id;
  }

  /** The same context is made once: its id is made of it. */
  addImplicit(context: JsonValue, tenant: string): string {
    const body = JSON.stringify(context);
    const id = newId(nameUuid(`${tenant} ${body}`, NAMESPACE));
    // Nearly every answer needs one that is there.
    if (this.database.get('SELECT 1 FROM context WHERE id = ?', id) !== undefined) return id;
    return this.database.transaction(() => {
      this.add(id, 'ImplicitlyCreated', tenant, body);
      this.makeRoom('ImplicitlyCreated');
      return id;
    });
  }

  delete({ id }: StoredContext): void {
    this.database.run('DELETE FROM context WHERE id = ?', id);
  }

  close(): void {
    this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.database.close();
  }

  private add(id: string, kind: ContextKind, tenant: string, body: string): void {
    this.database.run(
      'INSERT INTO context VALUES (?, ?, ?, NULL, ?, ?, NULL) ON CONFLICT (id) DO NOTHING',
      id,
      kind,
      tenant,
      body,
      Date.now(),
    );
  }

  private makeRoom(kind: ContextKind): void {
    this.database.run(
      `DELETE FROM context WHERE id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER newest AS place, sum(octet_length(body)) OVER newest AS bytes
           FROM context WHERE kind = ? WINDOW newest AS (ORDER BY created_at DESC, id DESC)
         ) WHERE place > ? OR bytes > ?
       )`,
      kind,
      this.limits.contexts,
      this.limits.bytes,
    );
  }
}

const newId = (unique = uuid()): string => `urn:ngsi-ld:Context:${unique}`;
