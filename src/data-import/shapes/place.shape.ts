import { v5 as uuidOf } from 'uuid';
import type { JsonObject } from '../../ngsi-ld/entity';
import { RowError, textOf } from '../row';
import { kindsOf } from './osm-kinds';
import { placeEntity } from './place-entity';
import { isGeometry, pointOf } from './position';
import { ROW_NAMESPACE } from './report-entity';
import type { RowShape } from './row-shape';

/** What only reports have. */
const REPORT_MEMBERS = ['description', 'text', 'details', 'title', 'summary', 'subject'];

/** Places with the tags of OpenStreetMap, or with a name and a category, as GeoJSON exports have them. */
export const placeShape: RowShape = {
  recognises: (row) =>
    !REPORT_MEMBERS.some((member) => member in row) &&
    (kindsOf(row).length > 0 || ('name' in row && 'category' in row)),

  toEntity(row, { source }) {
    const location = isGeometry(row['location']) ? row['location'] : pointOf(row);
    if (location === undefined) throw new RowError('no position: give a geometry, or lat and lng');
    const id = textOf(row, 'id') ?? textOf(row, '@id');
    return placeEntity({
      key: id === undefined ? undefined : keyOf(source, id),
      name: textOf(row, 'name'),
      kinds: ownKinds(row),
      location,
      openingHours: textOf(row, 'opening_hours') ?? textOf(row, 'openingHours'),
      source,
    });
  },
};

/** The kinds by the tags of OpenStreetMap, else those in `category`, a text or several. */
function ownKinds(row: JsonObject): string[] {
  const tagged = kindsOf(row);
  if (tagged.length > 0) return tagged;
  const { category } = row;
  const kinds = Array.isArray(category) ? category : [textOf(row, 'category')];
  const named = kinds.filter((kind): kind is string => typeof kind === 'string' && kind !== '');
  if (named.length === 0) throw new RowError('category: must say what kind of place it is');
  return named;
}

/** An element of OpenStreetMap, such as `node/123`, is the same one as in an answer of the Overpass API. */
function keyOf(source: string, id: string): string {
  if (/^(node|way|relation)\/\d+$/.test(id)) return `osm-${id.replace('/', '-')}`;
  return `${source}-${/^[\w.-]{1,100}$/.test(id) ? id : uuidOf(id, ROW_NAMESPACE)}`;
}
