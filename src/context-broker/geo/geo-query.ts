import type { SimpleGeometry } from '../model/geometry';

/** A geo-query (ETSI GS CIM 009, clause 4.10). */
export type GeoQuery = {
  geometry: SimpleGeometry;
  /** The attribute that is looked at. */
  geoproperty: string;
} & ({ relation: 'near'; bound: DistanceBound } | { relation: GeoPredicate });

/** Metres, geodesic, the bound included. */
export type DistanceBound = { maxDistance: number } | { minDistance: number };

export const GEO_PREDICATES = ['within', 'contains', 'intersects', 'equals', 'disjoint', 'overlaps'] as const;

export type GeoPredicate = (typeof GEO_PREDICATES)[number];
