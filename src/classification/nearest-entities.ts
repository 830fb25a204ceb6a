import { QueryTooWideError } from '../ngsi-ld/broker-errors';
import { attributeOf, type Entity } from '../ngsi-ld/entity';
import type { EntityQuery } from '../ngsi-ld/entity-query';
import { asGeometry, distanceTo } from '../ngsi-ld/geometry';
import type { NgsiLdBrokerService } from '../ngsi-ld/ngsi-ld-broker.service';

/** Longitude and latitude in degrees. */
export type LonLat = readonly [longitude: number, latitude: number];

export interface NearestEntities {
  /** Nearest first; those without a usable place are left out. */
  found: { entity: Entity; distance: number }[];
  /** Whether there are no more than the broker was asked for. */
  complete: boolean;
}

type NearestQuery = Pick<EntityQuery, 'type' | 'where' | 'limit'> & {
  position: LonLat;
  /** Metres. */
  radius: number;
};

/** A circle this small is not made smaller, in metres. */
const LEAST_RADIUS = 10;

/**
 * The entities nearest to a position with their distances in metres: of a polygon, to its edge, or 0 inside of it.
 * Where more are in the radius than the broker sorts, it looks nearer.
 */
export async function nearestEntities(
  broker: NgsiLdBrokerService,
  query: NearestQuery,
): Promise<NearestEntities> {
  const { type, where, limit, position, radius } = query;
  const [longitude, latitude] = position;
  try {
    const { entities, total } = await broker.queryEntities({
      type,
      where,
      near: { longitude, latitude, maxDistance: radius },
      orderBy: { attribute: 'distance', direction: 'asc' },
      limit,
    });
    const found = entities.flatMap((entity) => measured(entity, position));
    return { found, complete: total <= entities.length };
  } catch (error) {
    if (!(error instanceof QueryTooWideError) || radius < LEAST_RADIUS) throw error;
    return { ...(await nearestEntities(broker, { ...query, radius: radius / 2 })), complete: false };
  }
}

function measured(entity: Entity, position: LonLat): NearestEntities['found'] {
  const geometry = asGeometry(attributeOf(entity, 'location')?.value);
  if (geometry === undefined) return [];
  return [{ entity, distance: Math.round(distanceTo([...position], geometry) * 10) / 10 }];
}

/** Where an entity is, or begins; undefined when it has no place on Earth. */
export function positionOf(entity: Entity): LonLat | undefined {
  const geometry = asGeometry(attributeOf(entity, 'location')?.value);
  const [longitude = NaN, latitude = NaN] = geometry?.coordinates.flat(3) ?? [];
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [longitude, latitude] : undefined;
}
