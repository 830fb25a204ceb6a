import { v5 as uuidOf } from 'uuid';
import { type Entity, geoProperty, type JsonObject, property } from '../../ngsi-ld/entity';
import { ROW_NAMESPACE } from './report-entity';
import { checkPositions } from './position';

/** The NGSI-LD entity type of places that people go to. */
const POINT_OF_INTEREST = 'PointOfInterest';

export interface PlaceFields {
  /** What tells the place from all others; undefined: its content does. */
  key?: string;
  name?: string;
  /** What kinds of place it is, such as `school`. */
  kinds: string[];
  /** GeoJSON geometry. */
  location: JsonObject;
  openingHours?: string;
  source: string;
}

/**
 * A new entity for a place, whose id is the same each time the row is imported.
 *
 * @throws RowError when a position of its geometry is none.
 */
export function placeEntity({ key, name, kinds, location, openingHours, source }: PlaceFields): Entity {
  checkPositions(location['coordinates'] ?? null);
  const id = key ?? uuidOf(JSON.stringify([name ?? null, kinds, location]), ROW_NAMESPACE);
  return {
    id: `urn:ngsi-ld:${POINT_OF_INTEREST}:${id}`,
    type: POINT_OF_INTEREST,
    ...(name !== undefined && { name: property(name) }),
    category: property(kinds),
    location: geoProperty(location),
    ...(openingHours !== undefined && { openingHours: property(openingHours) }),
    source: property(source),
  };
}
