import type { Database } from '../../common/sqlite/database';
import type { Entity } from '../model/entity';
import { shapeOf } from './shape';

/**
 * Counts the entities of each shape, along with every write, so that types and attributes are discovered without looking
 * at entities: there are few shapes, however many entities.
 */
export class ShapeTable {
  constructor(private readonly database: Database) {}

  /** Counts the entities of a store from before there were shapes. */
  fillWhenNew(): void {
    const isNew = this.database.get<{ yes: number }>(
      `SELECT NOT EXISTS (SELECT 1 FROM entity_shape) AND EXISTS (SELECT 1 FROM entity WHERE body IS NOT NULL) AS yes`,
    );
    if (isNew?.yes !== 1) return;
    const counts = new Map<string, number>();
    for (const { body } of this.database.iterate<{ body: string }>(
      'SELECT body FROM entity WHERE body IS NOT NULL',
    )) {
      const shape = shapeOf(JSON.parse(body) as Entity);
      counts.set(shape, (counts.get(shape) ?? 0) + 1);
    }
    this.database.transaction(() => {
      for (const [shape, n] of counts) this.count(shape, n);
    });
  }

  /** An entity came, changed or went. */
  change(before: Entity | undefined, after: Entity | undefined): void {
    const [old, present] = [before && shapeOf(before), after && shapeOf(after)];
    if (old === present) return;
    if (old !== undefined) this.count(old, -1);
    if (present !== undefined) this.count(present, 1);
  }

  private count(shape: string, change: number): void {
    this.database.run(
      'INSERT INTO entity_shape VALUES (?1, ?2) ON CONFLICT DO UPDATE SET n = n + ?2',
      shape,
      change,
    );
    if (change < 0) this.database.run('DELETE FROM entity_shape WHERE shape = ? AND n <= 0', shape);
  }
}
