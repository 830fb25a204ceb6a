import { Injectable } from '@nestjs/common';
import { ContextBroker } from '../context-broker/context-broker';
import { CORE_TERMS } from '../context-broker/context/terms';
import { formatDateTime } from '../context-broker/model/date-time';
import { NgsiLdError } from '../context-broker/errors';
import { readFragment } from '../context-broker/model/fragment';
import { normalizeEntity } from '../context-broker/model/normalize-entity';
import { parseSelection } from '../context-broker/selection-parameters';
import { BrokerError, BrokerUnavailableError, EntityExistsError, PageTooLargeError } from './broker-errors';
import type { Attribute, Attributes, Entity } from './entity';
import type { EntityQuery } from './entity-query';
import {
  type AttributeInstance,
  type BatchMode,
  type BatchOutcome,
  type EntityPage,
  NgsiLdBrokerService,
} from './ngsi-ld-broker.service';
import { filterParameters } from './query-parameters';

/** The broker inside of this process. */
@Injectable()
export class EmbeddedBrokerAdapter extends NgsiLdBrokerService {
  readonly kind = 'embedded';

  constructor(private readonly broker: ContextBroker) {
    super();
  }

  async createEntity(entity: Entity): Promise<void> {
    try {
      await this.broker.create(normalizeEntity(entity));
    } catch (error) {
      throw isError(error, 'AlreadyExists') ? new EntityExistsError(entity.id) : translated(error);
    }
  }

  findEntity(id: string): Promise<Entity | undefined> {
    const row = this.broker.find(id);
    return Promise.resolve(row && parse(row.body));
  }

  async queryEntities(query: EntityQuery): Promise<EntityPage> {
    const { entities, total } = await this.queryEntitiesInJson(query);
    return { entities: entities.map(parse), total };
  }

  override async queryEntitiesInJson(query: EntityQuery): Promise<EntityPage<string>> {
    const { text, orderBy, limit, offset = 0, ...filter } = query;
    const page = await this.broker
      .query({
        ...parseSelection(filterParameters(filter)),
        ...(text && text.words.length > 0 && { text }),
        ...(orderBy && { order: orderBy }),
        limit,
        offset,
        count: true,
      })
      .catch(rethrow);
    return { entities: page.rows.map(({ body }) => body), total: page.total ?? 0 };
  }

  async updateAttributes(id: string, attributes: Attributes): Promise<boolean> {
    return found(this.broker.append(id, readFragment(attributes, CORE_TERMS)));
  }

  async deleteEntity(id: string): Promise<boolean> {
    return found(this.broker.delete(id));
  }

  async writeEntities(entities: readonly Entity[], mode: BatchMode): Promise<BatchOutcome> {
    const outcome = await this.broker.batch(entities, mode);
    const exists = ({ error }: { error: unknown }) => isError(error, 'AlreadyExists');
    return {
      created: outcome.created,
      existing: [...outcome.updated, ...outcome.failed.filter(exists).map(({ id }) => id)],
      failed: outcome.failed
        .filter((failure) => !exists(failure))
        .map(({ id, error }) => ({
          id,
          reason: error instanceof NgsiLdError ? error.message : 'not written',
        })),
    };
  }

  async countByValue(
    type: string,
    attribute: string,
    values: readonly string[],
  ): Promise<Record<string, number>> {
    return this.broker.countByValue(type, attribute, values).catch(rethrow);
  }

  async findHistory(id: string, lastN: number): Promise<Record<string, AttributeInstance[]> | undefined> {
    const filter = { timeProperty: 'modifiedAt', lastN, withoutScope: true } as const;
    const page = await this.broker.history.find(id, filter, { pageSize: lastN }).catch(rethrow);
    const [history] = page?.entities ?? [];
    if (history === undefined) return undefined;
    const attributes: Record<string, AttributeInstance[]> = {};
    for (const { attribute, modified_at, body } of history.instances) {
      const instance = { ...(JSON.parse(body) as Attribute), modifiedAt: formatDateTime(modified_at) };
      (attributes[attribute] ??= []).push(instance);
    }
    return attributes;
  }

  ping(): Promise<void> {
    this.broker.find('urn:ngsi-ld:nothing');
    return Promise.resolve();
  }
}

const parse = (body: string): Entity => JSON.parse(body) as Entity;

const isError = (error: unknown, type: NgsiLdError['type']): boolean =>
  error instanceof NgsiLdError && error.type === type;

/** False when there is no such entity. */
async function found(operation: Promise<unknown>): Promise<boolean> {
  try {
    await operation;
    return true;
  } catch (error) {
    if (isError(error, 'ResourceNotFound')) return false;
    throw translated(error);
  }
}

function rethrow(error: unknown): never {
  throw translated(error);
}

/** The error as the port promises it; what is none of the broker's own stays what it is. */
function translated(error: unknown): unknown {
  if (isError(error, 'TooComplexQuery')) {
    return new BrokerUnavailableError('the query takes too long: narrow the filter', error);
  }
  if (isError(error, 'TooManyResults')) return new PageTooLargeError();
  return error instanceof NgsiLdError ? new BrokerError(error.message, error) : error;
}
