import { ValidationError } from '../../common/errors/service-error';
import type { Entity, JsonObject, JsonValue } from '../../ngsi-ld/entity';
import { checkStorable, isObject, RowError } from '../row';
import { ngsiLdShape } from './ngsi-ld.shape';
import { open311Shape } from './open311.shape';
import { overpassShape } from './overpass.shape';
import { ownReportShape } from './own-report.shape';
import { placeShape } from './place.shape';
import type { RowOrigin, RowShape } from './row-shape';
import { seeClickFixShape } from './see-click-fix.shape';

/** The first that recognises a row has it; the last takes what no other does. */
const SHAPES: RowShape[] = [
  ngsiLdShape,
  overpassShape,
  open311Shape,
  seeClickFixShape,
  placeShape,
  ownReportShape,
];

/**
 * A row of any known shape, or a GeoJSON Feature around one, as entity.
 *
 * @throws RowError when it cannot be imported.
 */
export function toEntity(value: JsonValue, origin: RowOrigin): Entity {
  if (!isObject(value)) {
    throw new RowError('must be an object');
  }
  checkStorable(value);
  const row = value['type'] === 'Feature' ? unwrapFeature(value) : value;
  const shape = SHAPES.find((candidate) => candidate.recognises(row)) ?? ownReportShape;
  try {
    return shape.toEntity(row, origin);
  } catch (error) {
    throw error instanceof ValidationError ? new RowError(error.message) : error;
  }
}

/** The properties of a Feature with its id and geometry beside them (RFC 7946, section 3.2). */
function unwrapFeature({ id, geometry, properties }: JsonObject): JsonObject {
  const row: JsonObject = isObject(properties) ? { ...properties } : {};
  if (id !== undefined) {
    row['id'] = id;
  }
  if (isObject(geometry) && !isObject(row['location'])) {
    row['location'] = geometry;
  }
  return row;
}
