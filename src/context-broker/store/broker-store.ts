import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database } from '../../common/sqlite/database';
import type { IndexProfile } from '../index-profile';
import { Projector } from '../projection/projector';
import { EntityStore } from './entity-store';
import { ExpiryTimer } from './expiry-timer';
import { HistoryRetention } from './history-retention';
import { migrate } from './schema';
import { WriteQueue } from './write-queue';

/** Pages of the write-ahead log after which it is written back, about 16 MB. */
const CHECKPOINT_PAGES = 4000;

/** One tenant's entities: a SQLite file with its one writing connection. */
export class BrokerStore {
  readonly entities: EntityStore;
  readonly writes: WriteQueue;
  readonly database: Database;
  private readonly expiry: ExpiryTimer;
  private readonly retention: HistoryRetention;

  /**
   * Opens the file, makes it when missing, and builds projections that are new or changed.
   *
   * @param retentionDays how long history is kept; 0 for ever
   * @param cacheKilobytes the most that is kept in memory of the file
   */
  constructor(
    readonly file: string,
    profiles: readonly IndexProfile[],
    retentionDays = 0,
    cacheKilobytes = 32_000,
  ) {
    mkdirSync(dirname(file), { recursive: true });
    this.database = new Database(file);
    this.database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -${cacheKilobytes};
      PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
    `);
    migrate(this.database, file);
    const projector = new Projector(this.database, profiles);
    projector.synchronize();
    this.entities = new EntityStore(this.database, projector);
    this.writes = new WriteQueue(this.database);
    this.expiry = new ExpiryTimer(this.entities, this.writes);
    this.entities.onExpiryWritten = () => this.expiry.schedule();
    this.retention = new HistoryRetention(this.database, this.writes, retentionDays);
  }

  close(): void {
    this.expiry.stop();
    this.retention.stop();
    this.writes.close();
    // So that the file alone is the whole store, for whoever copies it.
    this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.database.close();
  }
}
