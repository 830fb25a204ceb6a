import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Attributes, Entity } from '../entity';
import type { EntityQuery } from '../entity-query';
import {
  type AttributeInstance,
  type BatchMode,
  type BatchOutcome,
  type EntityPage,
  NgsiLdBrokerService,
} from '../ngsi-ld-broker.service';
import { BrokerConnection } from './broker-connection';
import { forEachBounded } from './bounded';
import { writeEntities } from './entity-batches';
import { EntitySearch } from './entity-search';
import { EXTERNAL_BROKER_DEFAULTS, type ExternalBrokerOptions } from './external-broker.options';
import { createEntity, deleteEntity, findEntity, updateAttributes } from './single-entity';
import { findHistory } from './temporal-history';

/** An id that no entity has: to be told so is a sign of life that costs a broker least. */
const NOBODY = 'urn:ngsi-ld:Nobody:nobody';

/** An existing NGSI-LD broker (Orion-LD, Scorpio, Stellio, another instance of this service) over HTTP. */
@Injectable()
export class ExternalBrokerAdapter extends NgsiLdBrokerService implements OnApplicationShutdown {
  override readonly kind = 'external';
  readonly connection: BrokerConnection;
  private readonly search = new EntitySearch();

  constructor(options: Pick<ExternalBrokerOptions, 'url'> & Partial<ExternalBrokerOptions>) {
    super();
    this.connection = new BrokerConnection({ ...EXTERNAL_BROKER_DEFAULTS, ...options });
  }

  override createEntity(entity: Entity): Promise<void> {
    return this.connection.run((send) => createEntity(send, entity));
  }

  override findEntity(id: string): Promise<Entity | undefined> {
    return this.connection.run((send) => findEntity(send, id));
  }

  override queryEntities(query: EntityQuery): Promise<EntityPage> {
    return this.connection.run((send) => this.search.page(send, query));
  }

  override updateAttributes(id: string, attributes: Attributes): Promise<boolean> {
    return this.connection.run((send) => updateAttributes(send, id, attributes));
  }

  override deleteEntity(id: string): Promise<boolean> {
    return this.connection.run((send) => deleteEntity(send, id));
  }

  override writeEntities(entities: readonly Entity[], mode: BatchMode): Promise<BatchOutcome> {
    return this.connection.run((send) => writeEntities(send, entities, mode));
  }

  override async countByValue(
    type: string,
    attribute: string,
    values: readonly string[],
  ): Promise<Record<string, number>> {
    const counts = await this.connection.run((send) =>
      forEachBounded(values, (value) =>
        this.search.count(send, { type, where: [{ attribute, oneOf: [value] }] }),
      ),
    );
    return Object.fromEntries(values.map((value, index) => [value, counts[index] ?? 0]));
  }

  override findHistory(id: string, lastN: number): Promise<Record<string, AttributeInstance[]> | undefined> {
    return this.connection.run((send) => findHistory(send, id, lastN));
  }

  override async ping(): Promise<void> {
    await this.connection.run((send) => findEntity(send, NOBODY));
  }

  onApplicationShutdown(): void {
    this.connection.close();
  }
}
