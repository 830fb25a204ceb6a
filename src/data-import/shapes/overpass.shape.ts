import type { JsonObject, JsonValue } from '../../ngsi-ld/entity';
import { isObject, RowError, textOf } from '../row';
import { kindsOf } from './osm-kinds';
import { placeEntity } from './place-entity';
import type { RowShape } from './row-shape';

const ELEMENTS: ReadonlySet<JsonValue | undefined> = new Set(['node', 'way', 'relation']);

/** Elements of the Overpass API's JSON (https://wiki.openstreetmap.org/wiki/Overpass_API): places of OpenStreetMap. */
export const overpassShape: RowShape = {
  recognises: ({ type, id }) => ELEMENTS.has(type) && typeof id === 'number',

  toEntity(row) {
    const { tags } = row;
    const told = isObject(tags) ? tags : {};
    const kinds = kindsOf(told);
    if (kinds.length === 0) throw new RowError('has no tag that tells what kind of place it is');
    const element = `${textOf(row, 'type')}/${textOf(row, 'id')}`;
    return placeEntity({
      key: `osm-${element.replace('/', '-')}`,
      name: textOf(told, 'name'),
      kinds,
      location: locationOf(row),
      openingHours: textOf(told, 'opening_hours'),
      source: `OpenStreetMap ${element}`,
    });
  },
};

/** Elements without tags are corners and pieces of others, which carry the tags. */
export const isPartOfAnother = (row: JsonValue): boolean =>
  isObject(row) && overpassShape.recognises(row) && row['tags'] === undefined;

/** A node's position; of a way its line, an area where it is closed; else the centre (`out center`). */
function locationOf({ lat, lon, center, geometry }: JsonObject): JsonObject {
  if (Array.isArray(geometry) && geometry.length > 1) {
    const line = geometry.map(positionOf);
    const isClosed = line.length > 3 && JSON.stringify(line[0]) === JSON.stringify(line.at(-1));
    return isClosed ? { type: 'Polygon', coordinates: [line] } : { type: 'LineString', coordinates: line };
  }
  return { type: 'Point', coordinates: positionOf(center ?? { lat: lat ?? null, lon: lon ?? null }) };
}

function positionOf(point: JsonValue): JsonValue[] {
  const { lat, lon } = isObject(point) ? point : {};
  if (typeof lat !== 'number' || typeof lon !== 'number') {
    throw new RowError('no position: ask Overpass for "out center" or "out geom"');
  }
  return [lon, lat];
}
