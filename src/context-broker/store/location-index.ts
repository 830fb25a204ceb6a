import type { Database } from '../../common/sqlite/database';
import type { Entity } from '../model/entity';
import { asGeometry, boundingBox, type SimpleGeometry } from '../model/geometry';
import { instancesOf } from '../model/normalize-entity';

/** Keeps the bounding box of each entity's `location`, the default geoproperty (clause 4.10), in the R*Tree. */
export class LocationIndex {
  constructor(private readonly database: Database) {}

  put(entity: number, state: Entity): void {
    const geometries = instancesOf(state, 'location')
      .map(({ value }) => asGeometry(value))
      .filter((geometry) => geometry !== undefined);
    const [first] = geometries;
    if (first === undefined) return;
    const box = enclose(geometries);
    const [longitude = null, latitude = null] =
      geometries.length === 1 && first.type === 'Point' ? first.coordinates : [];
    this.database.run(
      'INSERT INTO location (entity, west, east, south, north, longitude, latitude) VALUES (?, ?, ?, ?, ?, ?, ?)',
      entity,
      box.west,
      box.east,
      box.south,
      box.north,
      longitude,
      latitude,
    );
  }

  remove(entity: number): void {
    this.database.run('DELETE FROM location WHERE entity = ?', entity);
  }
}

function enclose(geometries: SimpleGeometry[]) {
  const boxes = geometries.map(boundingBox);
  return {
    west: Math.min(...boxes.map(({ west }) => west)),
    east: Math.max(...boxes.map(({ east }) => east)),
    south: Math.min(...boxes.map(({ south }) => south)),
    north: Math.max(...boxes.map(({ north }) => north)),
  };
}
