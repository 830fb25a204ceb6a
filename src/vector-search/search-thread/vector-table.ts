import type { Database } from '../../common/sqlite/database';
import type { SearchFilters } from '../search-result';
import { filterSql } from './filter-sql';
import { type Scored, TopList } from './top-list';
import { VectorMemory } from './vector-memory';
import { dotProduct, storedVector } from '../stores/vector-bytes';

interface VectorRow {
  no: number;
  version: number;
  vector: Uint8Array;
}

/** The table of vectors, as much of it as fits kept in memory and brought up to date before each search. */
export class VectorTable {
  private memory: VectorMemory | undefined;
  private seenVersion = 0;
  private seenData = -1;

  constructor(
    private readonly database: Database,
    private readonly mostBytes = 256 * 2 ** 20,
  ) {}

  /** The pieces that meet the filters and have the most similar vectors. */
  nearest(query: Float32Array, filters: SearchFilters, limit: number): readonly Scored[] {
    const top = new TopList(limit);
    const memory = this.upToDate(query.length);
    if (memory === undefined) this.scan(query, filters, top);
    else memory.scan(query, this.eligible(filters), top);
    return top.sorted();
  }

  /** Undefined when the vectors do not fit. */
  private upToDate(dimensions: number): VectorMemory | undefined {
    const data = this.database.get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0;
    if (this.memory?.dimensions === dimensions && data === this.seenData) return this.memory;
    const count = this.database.get<{ n: number }>('SELECT count(*) AS n FROM search_vectors')?.n ?? 0;
    if (count * dimensions * Float32Array.BYTES_PER_ELEMENT > this.mostBytes) {
      this.memory = undefined;
      return undefined;
    }
    this.memory = this.refreshed(dimensions, count);
    this.seenData = data;
    return this.memory;
  }

  private refreshed(dimensions: number, count: number): VectorMemory {
    if (this.memory?.dimensions !== dimensions) this.seenVersion = 0;
    const memory = this.memory?.dimensions === dimensions ? this.memory : new VectorMemory(dimensions);
    const changed = this.database.iterate<VectorRow>(
      'SELECT no, version, vector FROM search_vectors WHERE version > ? ORDER BY version',
      this.seenVersion,
    );
    for (const { no, version, vector } of changed) {
      memory.set(no, storedVector(vector));
      this.seenVersion = version;
    }
    if (memory.size !== count) {
      const numbers = this.database.all<{ no: number }>('SELECT no FROM search_vectors');
      memory.keepOnly(new Set(numbers.map(({ no }) => no)));
    }
    return memory;
  }

  /** The numbers of the pieces that meet the filters; undefined when all do. */
  private eligible(filters: SearchFilters): number[] | undefined {
    const { where, values } = filterSql(filters);
    if (where === '') return undefined;
    const rows = this.database.all<{ no: number }>(`SELECT p.no FROM search_pieces AS p ${where}`, ...values);
    return rows.map(({ no }) => no);
  }

  private scan(query: Float32Array, filters: SearchFilters, top: TopList): void {
    const { where, values } = filterSql(filters);
    const rows = this.database.iterate<VectorRow>(
      `SELECT v.no, v.vector FROM search_vectors AS v JOIN search_pieces AS p ON p.no = v.no ${where}`,
      ...values,
    );
    for (const { no, vector } of rows) {
      const stored = storedVector(vector);
      if (stored.length === query.length) top.offer(no, dotProduct(query, stored));
    }
  }
}
