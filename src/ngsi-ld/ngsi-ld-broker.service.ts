import type { Attribute, Attributes, Entity } from './entity';
import type { EntityQuery } from './entity-query';

export interface EntityPage<Form = Entity> {
  /** Normalized, without system attributes. */
  entities: Form[];
  /** How many entities match, whatever the limit and the offset. */
  total: number;
}

export type BatchMode =
  /** An entity that exists is left as it is and reported as existing. */
  | 'create'
  /** An entity that exists is replaced. */
  | 'replace';

export interface BatchOutcome {
  created: string[];
  /** Existed before: left alone (`create`) or replaced (`replace`). */
  existing: string[];
  failed: { id: string; reason: string }[];
}

/** What an attribute was from one point in time on. */
export interface AttributeInstance extends Attribute {
  /** ISO 8601, UTC: when the broker took the instance in. */
  modifiedAt: string;
}

/**
 * The context broker that holds every entity of the service: embedded in the process or an existing one over HTTP.
 * Features depend on this class alone and never on which broker is behind it.
 *
 * Any method may fail with {@link BrokerError} (the broker refused or answered with something unusable) or with
 * {@link BrokerUnavailableError} (it cannot be reached, or did not answer in time).
 */
export abstract class NgsiLdBrokerService {
  abstract readonly kind: 'embedded' | 'external';

  /** @throws EntityExistsError when there is an entity of this id. */
  abstract createEntity(entity: Entity): Promise<void>;

  /** The entity, normalized, without system attributes; undefined when there is none. */
  abstract findEntity(id: string): Promise<Entity | undefined>;

  /** @throws QueryTooWideError when the broker cannot sort or page that many matches. */
  abstract queryEntities(query: EntityQuery): Promise<EntityPage>;

  /** As {@link queryEntities}, each entity in JSON as `JSON.stringify` writes it, for what is only sent on. */
  async queryEntitiesInJson(query: EntityQuery): Promise<EntityPage<string>> {
    const { entities, total } = await this.queryEntities(query);
    return { entities: entities.map((entity) => JSON.stringify(entity)), total };
  }

  /**
   * Sets the attributes given, adding those that were missing, and leaves all others as they are, also against
   * concurrent updates. False when there is no such entity.
   */
  abstract updateAttributes(id: string, attributes: Attributes): Promise<boolean>;

  /** False when there is no such entity. */
  abstract deleteEntity(id: string): Promise<boolean>;

  /** Writes up to 1000 entities; one that fails keeps no other from being written. */
  abstract writeEntities(entities: readonly Entity[], mode: BatchMode): Promise<BatchOutcome>;

  /** How many entities of the type have each of the values in the attribute. */
  abstract countByValue(
    type: string,
    attribute: string,
    values: readonly string[],
  ): Promise<Record<string, number>>;

  /**
   * The instances of every attribute since the entity's creation, oldest first, at most the `lastN` newest of each
   * attribute; undefined when the broker knows no history of the entity.
   */
  abstract findHistory(id: string, lastN: number): Promise<Record<string, AttributeInstance[]> | undefined>;

  /** Resolves when the broker answers. */
  abstract ping(): Promise<void>;
}
