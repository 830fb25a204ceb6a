import type { Entity, JsonValue } from '../ngsi-ld/entity';
import type { BatchMode, NgsiLdBrokerService } from '../ngsi-ld/ngsi-ld-broker.service';
import { MAX_ROW_BYTES, type ReadRow, RowError } from './row';
import type { RowOrigin } from './shapes/row-shape';
import { isPartOfAnother } from './shapes/overpass.shape';
import { toEntity } from './shapes/to-entity';

/** The most entities that the broker port writes in one call. */
const MAX_BATCH = 1000;

export interface RowCounts {
  rows: number;
  created: number;
  updated: number;
  /** Left alone, as they were there already. */
  existing: number;
  bad: number;
}

export interface WriteOptions {
  /** Replace entities that exist instead of leaving them alone. */
  update: boolean;
  origin: RowOrigin;
  /** Called for each row that was not written. */
  onBadRow: (at: string, reason: string) => void;
}

/** Turns rows into entities and writes them to the broker, batch by batch. */
export class RowWriter {
  readonly counts: RowCounts = { rows: 0, created: 0, updated: 0, existing: 0, bad: 0 };
  private readonly mode: BatchMode;
  private batch: { at: string; entity: Entity }[] = [];
  private batchBytes = 0;

  constructor(
    private readonly broker: NgsiLdBrokerService,
    private readonly options: WriteOptions,
  ) {
    this.mode = options.update ? 'replace' : 'create';
  }

  /**
   * Writes all rows, with no more than one batch of them in memory. Bad ones are reported and passed over. When the
   * rows break off, those read before are written all the same.
   */
  async write(rows: AsyncIterable<ReadRow>): Promise<void> {
    try {
      for await (const row of rows) {
        if ('value' in row && isPartOfAnother(row.value)) continue;
        this.counts.rows += 1;
        if ('problem' in row) {
          this.reject(row.at, row.problem);
        } else {
          await this.add(row.at, row.value);
        }
      }
    } finally {
      await this.flush();
    }
  }

  private async add(at: string, value: JsonValue): Promise<void> {
    let entity: Entity;
    try {
      entity = toEntity(value, this.options.origin);
    } catch (error) {
      if (!(error instanceof RowError)) {
        throw error;
      }
      this.reject(at, error.message);
      return;
    }
    const bytes = Buffer.byteLength(JSON.stringify(entity));
    if (bytes > MAX_ROW_BYTES) {
      this.reject(at, `longer than ${MAX_ROW_BYTES} bytes as entity`);
      return;
    }
    if (this.batch.length === MAX_BATCH || this.batchBytes + bytes > MAX_ROW_BYTES) {
      await this.flush();
    }
    this.batch.push({ at, entity });
    this.batchBytes += bytes;
  }

  private async flush(): Promise<void> {
    const { batch } = this;
    this.batch = [];
    this.batchBytes = 0;
    if (batch.length === 0) {
      return;
    }
    const outcome = await this.broker.writeEntities(
      batch.map(({ entity }) => entity),
      this.mode,
    );
    this.counts.created += outcome.created.length;
    this.counts[this.mode === 'replace' ? 'updated' : 'existing'] += outcome.existing.length;
    const places = new Map(batch.map(({ at, entity }) => [entity.id, at]));
    for (const { id, reason } of outcome.failed) {
      this.reject(places.get(id) ?? id, reason);
    }
  }

  private reject(at: string, reason: string): void {
    this.counts.bad += 1;
    this.options.onBadRow(at, reason);
  }
}
