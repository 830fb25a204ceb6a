import { Logger } from '@nestjs/common';
import type { Database } from '../../common/sqlite/database';
import type { IndexProfile } from '../index-profile';
import type { Entity } from '../model/entity';
import { typesOf } from '../model/normalize-entity';
import { Projection } from './projection';
import { projectionIndexes, projectionRemoval, projectionTables } from './projection-schema';

/** Tells apart profiles, and ways to keep them. */
const definitionOf = (projection: Projection): string =>
  `${projectionTables(projection)};\n${projectionIndexes(projection)}`;

/** Keeps the projections of all index profiles in step with the entities. */
export class Projector {
  private readonly logger = new Logger(Projector.name);
  private readonly byType: ReadonlyMap<string, Projection>;

  constructor(
    private readonly database: Database,
    profiles: readonly IndexProfile[],
  ) {
    this.byType = new Map(profiles.map((profile) => [profile.type, new Projection(profile)]));
  }

  /** Builds the projections whose profile is new or changed, and drops those whose profile is gone. */
  synchronize(): void {
    const built = new Map(
      this.database
        .all<{ type: string; definition: string }>('SELECT type, definition FROM profile')
        .map(({ type, definition }) => [type, definition]),
    );
    for (const type of built.keys()) if (!this.byType.has(type)) this.drop(type);
    for (const [type, projection] of this.byType) {
      if (built.get(type) !== definitionOf(projection)) this.rebuild(projection);
    }
  }

  /** The entity is new, or changed: `before` is its former state. */
  put(entity: number, after: Entity, before?: Entity): void {
    for (const type of new Set([...typesOf(after), ...(before ? typesOf(before) : [])])) {
      const projection = this.byType.get(type);
      if (projection === undefined) continue;
      const wasOf = before !== undefined && typesOf(before).includes(type);
      if (!typesOf(after).includes(type)) this.delete(projection, entity);
      else if (wasOf) this.update(projection, entity, after, before);
      else this.insert(projection, entity, after);
    }
  }

  remove(entity: number, before: Entity): void {
    for (const type of typesOf(before)) {
      const projection = this.byType.get(type);
      if (projection !== undefined) this.delete(projection, entity);
    }
  }

  private insert(projection: Projection, entity: number, state: Entity): void {
    const columns = ['entity', 'id', ...projection.columns];
    this.database.run(
      `INSERT INTO ${projection.table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      entity,
      state.id,
      ...projection.row(state),
    );
    this.insertText(projection, entity, projection.texts(state));
  }

  private update(projection: Projection, entity: number, after: Entity, before: Entity): void {
    const old = projection.row(before);
    const changes = projection
      .row(after)
      .map((value, at) => ({ column: projection.columns[at], value, old: old[at] }))
      .filter((change) => change.value !== change.old);
    if (changes.length > 0) {
      this.database.run(
        `UPDATE ${projection.table} SET ${changes.map(({ column }) => `${column} = ?`).join(', ')} WHERE entity = ?`,
        ...changes.map(({ value }) => value),
        entity,
      );
    }
    const texts = projection.texts(after);
    if (texts.join('\n') !== projection.texts(before).join('\n')) {
      this.deleteText(projection, entity);
      this.insertText(projection, entity, texts);
    }
  }

  private delete(projection: Projection, entity: number): void {
    this.database.run(`DELETE FROM ${projection.table} WHERE entity = ?`, entity);
    this.deleteText(projection, entity);
  }

  private insertText(projection: Projection, entity: number, texts: string[]): void {
    if (texts.length === 0) return;
    this.database.run(
      `INSERT INTO ${projection.text} (rowid, ${projection.textColumns.join(', ')})
       VALUES (?${', ?'.repeat(texts.length)})`,
      entity,
      ...texts,
    );
  }

  private deleteText(projection: Projection, entity: number): void {
    if (projection.profile.text.length === 0) return;
    this.database.run(`DELETE FROM ${projection.text} WHERE rowid = ?`, entity);
  }

  private drop(type: string): void {
    const projection = new Projection({ type, values: [], times: [], facets: [], orders: [], text: [] });
    this.database.transaction(() => {
      this.database.exec(projectionRemoval(projection));
      this.database.run('DELETE FROM profile WHERE type = ?', type);
    });
  }

  private rebuild(projection: Projection): void {
    const { type } = projection.profile;
    const start = performance.now();
    let count = 0;
    this.database.transaction(() => {
      this.database.exec(projectionRemoval(projection));
      this.database.exec(projectionTables(projection));
      const entities = this.database.iterate<{ pk: number; body: string }>(
        `SELECT pk, body FROM entity_type JOIN entity ON pk = entity WHERE type = ? AND deleted = 0`,
        type,
      );
      for (const { pk, body } of entities) {
        this.insert(projection, pk, JSON.parse(body) as Entity);
        count += 1;
      }
      this.database.exec(projectionIndexes(projection));
      this.database.run(
        'INSERT INTO profile VALUES (?, ?) ON CONFLICT DO UPDATE SET definition = excluded.definition',
        type,
        definitionOf(projection),
      );
    });
    const ms = Math.round(performance.now() - start);
    this.logger.log({ message: `built the indexes of ${type}`, entities: count, ms });
  }
}
