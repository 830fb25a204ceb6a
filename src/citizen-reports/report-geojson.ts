import type { Entity, JsonObject, JsonValue } from '../ngsi-ld/entity';
import { simplified } from './report-representation';

/** A report as a GeoJSON Feature (RFC 7946): its place the geometry, everything else properties. */
export function toFeature(entity: Entity): JsonObject {
  const { id, location = null, ...properties } = simplified(entity);
  return {
    type: 'Feature',
    id: id ?? entity.id,
    geometry: isGeometry(location) ? location : null,
    properties,
  };
}

const isGeometry = (value: JsonValue): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  typeof value.type === 'string' &&
  (Array.isArray(value.coordinates) || Array.isArray(value.geometries));
