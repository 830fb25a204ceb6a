import type { ContextBrokerOptions } from './context-broker.options';
import { CORE_TERMS } from './context/terms';
import { badRequestData, notFound } from './errors';
import type { Attribute, Entity } from './model/entity';
import { mergeAttributes, withoutAttribute } from './model/merge-attributes';
import { checkedId } from './model/names';
import { isObject } from './model/normalize-attribute';
import {
  type AttributeMap,
  attributeNames,
  instancesOf,
  normalizeEntity,
  typesOf,
} from './model/normalize-entity';
import type { EntityRow, Page, PageQuery } from './reader/entity-selection';
import { type ReaderPool, StoreReaders } from './reader/reader-pool';
import { BrokerStore } from './store/broker-store';
import type { StoredEntity } from './store/entity-store';
import type { TemporalEntity, TemporalFilter, TemporalPage, TemporalQuery } from './temporal/temporal-query';

/** What came of appending attributes. */
export interface AppendOutcome {
  updated: string[];
  /** Attributes that were there and were not to be overwritten. */
  existing: string[];
}

export type BatchMode =
  /** An entity that exists fails. */
  | 'create'
  /** An entity that exists is replaced. */
  | 'replace'
  /** Attributes are added to an entity that exists, or replaced. */
  | 'merge'
  /** As `merge`, but an entity that does not exist fails. */
  | 'update'
  /** As `update`, but attributes that are there stay as they are. */
  | 'append';

/** What came of a batch, entity by entity. */
export interface BatchOutcome {
  created: string[];
  updated: string[];
  failed: { id: string; error: unknown }[];
}

/**
 * The embedded NGSI-LD context broker of one tenant: entities with their attributes and their history, durable in one
 * file. Takes and gives entities in the normalized representation, with stored names (see `Terms`); input is expected
 * to be normalized by `normalizeEntity`. Whatever is acknowledged has been committed.
 */
export class ContextBroker {
  private readonly store: BrokerStore;
  private readonly readers: StoreReaders;

  constructor(
    file: string,
    readonly options: ContextBrokerOptions,
    readers: ReaderPool,
  ) {
    this.store = new BrokerStore(file, options.indexProfiles);
    this.readers = new StoreReaders(readers, file);
  }

  /** Writes what is waiting and closes the store. */
  close(): void {
    this.store.close();
  }

  /** The entity as it is kept, its body in JSON; undefined when there is none. */
  find(id: string): EntityRow | undefined {
    return this.store.entities.find(id);
  }

  query(query: PageQuery): Promise<Page> {
    return this.readers.run('queryEntities', query);
  }

  countByValue(type: string, attribute: string, values: readonly string[]): Promise<Record<string, number>> {
    return this.readers.run('countByValue', type, attribute, values);
  }

  /** @throws NgsiLdError TooManyResults */
  queryHistory(query: TemporalQuery): Promise<TemporalPage> {
    return this.readers.run('queryHistory', query);
  }

  /** The history of an entity, deleted or not; undefined when there never was one of this id. */
  findHistory(id: string, filter: TemporalFilter): Promise<TemporalEntity | undefined> {
    return this.readers.run('retrieveHistory', id, filter);
  }

  /** @throws NgsiLdError AlreadyExists */
  create(entity: Entity): Promise<void> {
    return this.store.writes.submit(() => this.store.entities.insert(entity));
  }

  /** @throws NgsiLdError ResourceNotFound */
  delete(id: string): Promise<void> {
    return this.store.writes.submit(() => this.store.entities.delete(this.stored(id)));
  }

  /**
   * Adds attributes, and replaces those that are there unless `overwrite` is false; also adds types, when given.
   *
   * @throws NgsiLdError ResourceNotFound
   */
  append(
    id: string,
    attributes: AttributeMap,
    { overwrite = true, types = [] }: { overwrite?: boolean; types?: string[] } = {},
  ): Promise<AppendOutcome> {
    return this.store.writes.submit(() => {
      const stored = this.stored(id);
      const before = parse(stored);
      return this.merge(stored, before, attributes, types, overwrite);
    });
  }

  /**
   * Changes members of one attribute instance; `change` gets the instance and returns what it is to become.
   *
   * @throws NgsiLdError ResourceNotFound
   */
  updateAttribute(
    id: string,
    name: string,
    datasetId: string | undefined,
    change: (present: Attribute) => Attribute,
  ): Promise<void> {
    return this.store.writes.submit(() => {
      const stored = this.stored(id);
      const before = parse(stored);
      const present = instancesOf(before, name).find((instance) => instance.datasetId === datasetId);
      if (present === undefined) throw notFound(`${id} has no attribute ${name}`);
      this.save(stored, before, mergeAttributes(before, { [name]: change(present) }), [name]);
    });
  }

  /** @throws NgsiLdError ResourceNotFound */
  deleteAttribute(
    id: string,
    name: string,
    which: { all: true } | { datasetId: string | undefined },
  ): Promise<void> {
    return this.store.writes.submit(() => {
      const stored = this.stored(id);
      const before = parse(stored);
      const after = withoutAttribute(before, name, which);
      if (after === undefined) throw notFound(`${id} has no attribute ${name}`);
      this.save(stored, before, after, [name]);
    });
  }

  /**
   * Writes many entities, as clients send them, each by itself: one that fails keeps no other from being written.
   * In the outcome, ids are in the order of the entities.
   */
  batch(entities: readonly unknown[], mode: BatchMode, terms = CORE_TERMS): Promise<BatchOutcome> {
    return this.each(entities, idOf, (input) => {
      const entity = normalizeEntity(input, terms);
      return this.store.writes.submit(() => this.write(entity, mode));
    });
  }

  /** Deletes many entities, each by itself. */
  batchDelete(ids: readonly unknown[]): Promise<BatchOutcome> {
    return this.each(ids, String, async (id) => {
      await this.delete(checkedId(id));
      return 'updated';
    });
  }

  private async each<T>(
    items: readonly T[],
    id: (item: T) => string,
    write: (item: T) => Promise<'created' | 'updated'>,
  ): Promise<BatchOutcome> {
    const outcome: BatchOutcome = { created: [], updated: [], failed: [] };
    const results = await Promise.allSettled(items.map(async (item) => write(item)));
    for (const [at, result] of results.entries()) {
      const name = id(items[at] as T);
      if (result.status === 'fulfilled') outcome[result.value].push(name);
      else outcome.failed.push({ id: name, error: result.reason });
    }
    return outcome;
  }

  private write(entity: Entity, mode: BatchMode): 'created' | 'updated' {
    const stored = this.store.entities.find(entity.id);
    if (stored === undefined && (mode === 'update' || mode === 'append')) {
      throw notFound(`there is no entity ${entity.id}`);
    }
    if (stored === undefined || mode === 'create') {
      this.store.entities.insert(entity);
      return 'created';
    }
    const before = parse(stored);
    if (mode === 'replace') {
      const names = new Set([...attributeNames(before), ...attributeNames(entity)]);
      this.save(stored, before, entity, names);
    } else {
      this.merge(stored, before, attributesOf(entity), typesOf(entity), mode !== 'append');
    }
    return 'updated';
  }

  private merge(
    stored: StoredEntity,
    before: Entity,
    attributes: AttributeMap,
    types: readonly string[],
    overwrite: boolean,
  ): AppendOutcome {
    const present = (name: string) => !overwrite && instancesOf(before, name).length > 0;
    const updated = Object.keys(attributes).filter((name) => !present(name));
    const existing = Object.keys(attributes).filter(present);
    const written = Object.fromEntries(Object.entries(attributes).filter(([name]) => !present(name)));
    this.save(stored, before, withTypes(mergeAttributes(before, written), types), updated);
    return { updated, existing };
  }

  private save(stored: StoredEntity, before: Entity, after: Entity, written: Iterable<string>): void {
    this.store.entities.update(stored, before, after, written);
  }

  private stored(id: string): StoredEntity {
    const stored = this.store.entities.find(id);
    if (stored === undefined) throw notFound(`there is no entity ${id}`);
    return stored;
  }
}

const parse = ({ body }: StoredEntity): Entity => JSON.parse(body) as Entity;

/** An entity's types can be added to, never taken from (clause 5.6.2.4). */
function withTypes(entity: Entity, types: readonly string[]): Entity {
  const all = [...new Set([...typesOf(entity), ...types])];
  const [only] = all;
  if (only === undefined) throw badRequestData('type: must be given');
  return { ...entity, type: all.length === 1 ? only : all };
}

/** The attributes alone. */
const attributesOf = (entity: Entity): AttributeMap =>
  Object.fromEntries(attributeNames(entity).map((name) => [name, instancesOf(entity, name)]));

const idOf = (input: unknown): string =>
  isObject(input) && typeof input['id'] === 'string' ? input['id'] : '';
