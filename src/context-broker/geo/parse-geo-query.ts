import { CORE_TERMS, type Terms } from '../context/terms';
import { badRequestData } from '../errors';
import {
  asGeometry,
  GEOMETRY_TYPES,
  geometryProblem,
  positions,
  type SimpleGeometry,
} from '../model/geometry';
import { checkedName } from '../model/names';
import { type DistanceBound, GEO_PREDICATES, type GeoPredicate, type GeoQuery } from './geo-query';

export interface GeoParameters {
  georel?: string;
  geometry?: string;
  coordinates?: string;
  geoproperty?: string;
}

/** Positions of a reference geometry; comparing takes as long as it has many. */
const MAX_POSITIONS = 10_000;

const NEAR = /^near;(maxDistance|minDistance)==(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/**
 * The geo-query of a request; undefined when it has none.
 *
 * @throws NgsiLdError BadRequestData
 */
export function parseGeoQuery(parameters: GeoParameters, terms: Terms = CORE_TERMS): GeoQuery | undefined {
  const { georel, geometry: type, coordinates, geoproperty = 'location' } = parameters;
  if (georel === undefined && type === undefined && coordinates === undefined) return undefined;
  if (georel === undefined || type === undefined || coordinates === undefined) {
    throw badRequestData('a geo-query needs georel, geometry and coordinates');
  }
  const query = {
    geometry: parseGeometry(type, coordinates),
    geoproperty: checkedName(geoproperty, 'geoproperty', terms),
  };
  const [relation] = georel.split(';');
  if (relation === 'near') {
    return { ...query, relation, bound: parseBound(georel) };
  }
  if (!isPredicate(georel)) {
    throw badRequestData(`georel: must be near;maxDistance==<metres> or one of ${GEO_PREDICATES.join(', ')}`);
  }
  return { ...query, relation: georel };
}

function parseBound(georel: string): DistanceBound {
  const [, kind, metres] = NEAR.exec(georel) ?? [];
  const distance = Number(metres);
  if (!Number.isFinite(distance) || distance <= 0) {
    throw badRequestData('georel: near needs ;maxDistance==<metres> or ;minDistance==<metres>, more than 0');
  }
  return kind === 'maxDistance' ? { maxDistance: distance } : { minDistance: distance };
}

/** A geometry from its type and its coordinates in JSON. @throws NgsiLdError BadRequestData */
export function parseGeometry(type: string, text: string): SimpleGeometry {
  if (!GEOMETRY_TYPES.some((known) => known === type)) {
    throw badRequestData(`geometry: must be one of ${GEOMETRY_TYPES.join(', ')}`);
  }
  const candidate = { type, coordinates: parseCoordinates(text) };
  const geometry = asGeometry(candidate);
  if (geometry === undefined) throw badRequestData(`coordinates: ${geometryProblem(candidate)}`);
  if (positions(geometry).length > MAX_POSITIONS) {
    throw badRequestData(`coordinates: more than ${MAX_POSITIONS} positions`);
  }
  return geometry;
}

function parseCoordinates(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequestData('coordinates: must be a JSON array, as in GeoJSON');
  }
}

const isPredicate = (georel: string): georel is GeoPredicate =>
  GEO_PREDICATES.some((predicate) => predicate === georel);
