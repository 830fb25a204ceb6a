import { Injectable } from '@nestjs/common';
import { attributeOf, type Entity } from '../../ngsi-ld/entity';
import { NgsiLdBrokerService } from '../../ngsi-ld/ngsi-ld-broker.service';
import { type LonLat, nearestEntities } from '../nearest-entities';
import type { NearbyPlace } from './priority';
import { type PlaceKind, PrioritySettings } from './priority-settings';

/** The NGSI-LD entity type of places. */
const POINT_OF_INTEREST = 'PointOfInterest';

/** How many places are looked at in one query; the nearest. */
const PLACES_A_QUERY = 100;

/** How many queries are made where places crowd, so that the nearest ones are all of a few kinds. */
const MOST_QUERIES = 3;

/** Finds the places near reports, among the points of interest in the broker. */
@Injectable()
export class NearbyPlaces {
  private readonly kinds: ReadonlyMap<string, PlaceKind>;

  constructor(
    private readonly broker: NgsiLdBrokerService,
    private readonly settings: PrioritySettings,
  ) {
    this.kinds = new Map(settings.places.kinds.map((kind) => [kind.key, kind]));
  }

  /** The nearest place of each kind, however many places there are. */
  async around(position: LonLat): Promise<NearbyPlace[]> {
    const nearest = new Map<string, NearbyPlace>();
    for (let query = 0; query < MOST_QUERIES; query += 1) {
      const sought = [...this.kinds.keys()].filter((kind) => !nearest.has(kind));
      if (sought.length === 0) break;
      const { found, complete } = await nearestEntities(this.broker, {
        type: POINT_OF_INTEREST,
        where: [{ attribute: 'category', oneOf: sought }],
        position,
        radius: this.settings.places.radius,
        limit: PLACES_A_QUERY,
      });
      for (const place of found.flatMap(({ entity, distance }) => this.placesOf(entity, distance))) {
        const known = nearest.get(place.kind.key);
        if (known === undefined || place.distance < known.distance) nearest.set(place.kind.key, place);
      }
      if (complete) break;
    }
    return onceEach(nearest.values());
  }

  /** The place once for each of its kinds that count. */
  private placesOf(entity: Entity, distance: number): NearbyPlace[] {
    const name = nameOf(entity);
    return [attributeOf(entity, 'category')?.value].flat().flatMap((key) => {
      const kind = typeof key === 'string' ? this.kinds.get(key) : undefined;
      return kind === undefined ? [] : [{ id: entity.id, name, kind, distance }];
    });
  }
}

/** A place of several kinds counts once, by the heaviest. */
function onceEach(places: Iterable<NearbyPlace>): NearbyPlace[] {
  const byId = new Map<string, NearbyPlace>();
  for (const place of places) {
    const known = byId.get(place.id);
    if (known === undefined || place.kind.weight > known.kind.weight) byId.set(place.id, place);
  }
  return [...byId.values()];
}

const LONGEST_NAME = 200;

/** What importers write where the source has no name. */
const NO_NAME = /^(unnamed\b.*)?$/i;

function nameOf(entity: Entity): string | undefined {
  const name = attributeOf(entity, 'name')?.value;
  return typeof name === 'string' && !NO_NAME.test(name.trim())
    ? name.trim().slice(0, LONGEST_NAME)
    : undefined;
}
