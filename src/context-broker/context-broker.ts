import type { ContextBrokerOptions } from './context-broker.options';
import { CORE_TERMS, type Terms } from './context/terms';
import type { AttributeUse, TypeSummary } from './discovery/type-summary';
import { overloaded } from './errors';
import type { Attribute, Entity, JsonValue } from './model/entity';
import type { EntityState } from './model/entity-state';
import type { Fragment, Outcome } from './model/fragment';
import { isObject } from './model/json';
import type { MergeOptions } from './model/merge-patch';
import { checkedId } from './model/names';
import type { EntityRow, EntitySelection, EntityVersion, Page, PageQuery } from './reader/entity-selection';
import { unpacked } from './reader/packed-page';
import { type ReaderPool, StoreReaders } from './reader/reader-pool';
import { BrokerStore } from './store/broker-store';
import {
  type BatchMode,
  EntityWriter,
  type PurgedAttributes,
  type TypeSelection,
  type Written,
} from './store/entity-writer';
import { Subscriptions, type SubscriptionSurroundings } from './subscriptions/subscriptions';
import { History } from './temporal/history';

export type { BatchMode, TypeSelection };

/** The most that is kept in memory of the store of a tenant, other than the default one. */
const TENANT_CACHE_KILOBYTES = 8_000;

/** Entities that are purged at a time. */
const PURGED_AT_ONCE = 500;

/** How often entities are selected that are changed again and again before they are purged. */
const PURGE_TRIES = 10;

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
  readonly subscriptions: Subscriptions;
  readonly history: History;
  private readonly store: BrokerStore;
  private readonly readers: StoreReaders;
  private readonly writer: EntityWriter;

  constructor(
    file: string,
    readonly options: ContextBrokerOptions,
    readers: ReaderPool,
    notifying: Pick<SubscriptionSurroundings, 'tenant' | 'deliveries' | 'resolveContext'>,
  ) {
    const cache = notifying.tenant === undefined ? undefined : TENANT_CACHE_KILOBYTES;
    this.store = new BrokerStore(file, options.indexProfiles, options.temporalRetentionDays, cache);
    this.readers = new StoreReaders(readers, file);
    this.writer = new EntityWriter(this.store.entities);
    const { database, writes } = this.store;
    this.history = new History(database, writes, this.readers);
    this.subscriptions = new Subscriptions({
      ...notifying,
      database,
      writes,
      find: (id) => this.stateOf(id),
      findRow: (id) => this.find(id),
      query: (query) => this.query(query),
    });
    this.store.entities.observer = this.subscriptions;
  }

  private stateOf(id: string): EntityState | undefined {
    const stored = this.store.entities.find(id);
    if (stored === undefined) return undefined;
    return {
      entity: JSON.parse(stored.body) as Entity,
      times: JSON.parse(stored.sys) as EntityState['times'],
      createdAt: stored.created_at,
      modifiedAt: stored.modified_at,
    };
  }

  /** Whether something is to be written, or to be sent. */
  get isBusy(): boolean {
    return !this.store.writes.isIdle || this.subscriptions.isBusy;
  }

  /** Writes what is waiting and closes the store; what is to be sent of that is sent after the next start. */
  close(): void {
    void this.subscriptions.close();
    this.store.close();
  }

  /** The entity as it is kept, its body in JSON; undefined when there is none. */
  find(id: string): EntityRow | undefined {
    return this.store.entities.find(id);
  }

  async query(query: PageQuery): Promise<Page> {
    return unpacked(await this.readers.run('queryEntities', query));
  }

  countByValue(type: string, attribute: string, values: readonly string[]): Promise<Record<string, number>> {
    return this.readers.run('countByValue', type, attribute, values);
  }

  /** The types of all entities, or the one of this stored name. */
  types(only?: string): Promise<TypeSummary[]> {
    return this.readers.run('summarizeTypes', only);
  }

  /** The attributes of all entities, or the one of this stored name. */
  attributes(only?: string): Promise<AttributeUse[]> {
    return this.readers.run('summarizeAttributes', only);
  }

  /** @throws NgsiLdError AlreadyExists */
  create(entity: Entity): Promise<void> {
    return this.write((writer) => writer.create(entity));
  }

  /** @throws NgsiLdError ResourceNotFound */
  delete(id: string, types?: TypeSelection): Promise<void> {
    return this.write((writer) => writer.delete(id, types));
  }

  /** Everything but the id and the time of its creation becomes another. @throws NgsiLdError ResourceNotFound */
  replace(entity: Entity, types?: TypeSelection): Promise<void> {
    return this.write((writer) => writer.replace(entity, types));
  }

  /** Adds attributes, and replaces those that are there unless `overwrite` is false. @throws NgsiLdError */
  append(
    id: string,
    fragment: Fragment,
    { overwrite = true, types }: { overwrite?: boolean; types?: TypeSelection } = {},
  ): Promise<Outcome> {
    return this.write((writer) => writer.append(id, fragment, overwrite, types));
  }

  /** Adds and replaces attributes, and deletes those that are the NGSI-LD Null. @throws NgsiLdError */
  update(id: string, fragment: Fragment, types?: TypeSelection): Promise<Outcome> {
    return this.write((writer) => writer.update(id, fragment, types));
  }

  /** Merges a fragment, which may depend on what the entity is, member by member. @throws NgsiLdError */
  merge(
    id: string,
    read: (before: Entity) => Fragment,
    options: MergeOptions = {},
    types?: TypeSelection,
  ): Promise<void> {
    return this.write((writer) => writer.merge(id, read, options, types));
  }

  /**
   * Changes one attribute instance; `change` returns what it is to become, undefined when it is to go.
   *
   * @throws NgsiLdError ResourceNotFound
   */
  updateAttribute(
    id: string,
    name: string,
    datasetId: string | undefined,
    change: (present: Attribute) => Attribute | undefined,
    types?: TypeSelection,
  ): Promise<void> {
    return this.write((writer) => writer.updateAttribute(id, name, datasetId, change, types));
  }

  /** Replaces the instances of an attribute that are given. @throws NgsiLdError ResourceNotFound */
  replaceAttribute(
    id: string,
    name: string,
    value: JsonValue,
    terms = CORE_TERMS,
    types?: TypeSelection,
  ): Promise<void> {
    return this.write((writer) => writer.replaceAttribute(id, name, value, terms, types));
  }

  /** @throws NgsiLdError ResourceNotFound */
  deleteAttribute(
    id: string,
    name: string,
    which: { all: true } | { datasetId: string | undefined },
    types?: TypeSelection,
  ): Promise<void> {
    return this.write((writer) => writer.deleteAttribute(id, name, which, types));
  }

  /**
   * Writes many entities, as clients send them, each by itself: one that fails keeps no other from being written.
   * In the outcome, ids are in the order of the entities. They are read and written in slices, with room for others in
   * between.
   */
  batch(
    entities: readonly unknown[],
    mode: BatchMode,
    termsOf: (entity: unknown) => Terms = () => CORE_TERMS,
  ): Promise<BatchOutcome> {
    return this.each(entities, idOf, (input) =>
      this.write((writer) => writer.write(input, mode, termsOf(input))),
    );
  }

  /** Deletes many entities, each by itself. */
  batchDelete(ids: readonly unknown[]): Promise<BatchOutcome> {
    return this.each(ids, String, async (id) => {
      await this.delete(checkedId(id));
      return 'updated';
    });
  }

  /**
   * Deletes all entities that are meant, or attributes of them (clause 5.6.21). What is changed meanwhile is purged
   * only if it is still meant.
   */
  async purge(selection: EntitySelection, which?: PurgedAttributes): Promise<BatchOutcome> {
    const outcome: BatchOutcome = { created: [], updated: [], failed: [] };
    let selected: EntityVersion[] = [];
    do {
      selected = await this.select(selection, selected.at(-1)?.id);
      let changed = await this.purgeUnchanged(selected, which, outcome);
      for (let tries = 1; changed.length > 0 && tries < PURGE_TRIES; tries += 1) {
        const again = await this.select({ ...selection, ids: changed });
        changed = await this.purgeUnchanged(again, which, outcome);
      }
      outcome.failed.push(...changed.map((id) => ({ id, error: overloaded() })));
    } while (selected.length === PURGED_AT_ONCE);
    return outcome;
  }

  private select(selection: EntitySelection, after = ''): Promise<EntityVersion[]> {
    return this.readers.run('selectVersions', selection, after, PURGED_AT_ONCE);
  }

  /** The ids of those that are left, as they were changed after they were selected. */
  private async purgeUnchanged(
    selected: readonly EntityVersion[],
    which: PurgedAttributes | undefined,
    outcome: BatchOutcome,
  ): Promise<string[]> {
    const changed = new Set<string>();
    const { updated, failed } = await this.each(
      selected,
      ({ id }) => id,
      async (version) => {
        if (!(await this.write((writer) => writer.purge(version, which)))) changed.add(version.id);
        return 'updated';
      },
    );
    outcome.updated.push(...updated.filter((id) => !changed.has(id)));
    outcome.failed.push(...failed);
    return [...changed];
  }

  /** Runs an operation in a transaction; resolves once it is durable. */
  private write<T>(operation: (writer: EntityWriter) => T): Promise<T> {
    return this.store.writes.submit(() => operation(this.writer));
  }

  private async each<T>(
    items: readonly T[],
    id: (item: T) => string,
    write: (item: T) => Promise<Written>,
  ): Promise<BatchOutcome> {
    const outcome: BatchOutcome = { created: [], updated: [], failed: [] };
    const results = await Promise.allSettled(items.map(async (item) => write(item)));
    for (const [at, result] of results.entries()) {
      const name = id(items[at] as T);
      if (result.status === 'rejected') outcome.failed.push({ id: name, error: result.reason });
      else if (typeof result.value === 'string') outcome[result.value].push(name);
      else outcome.failed.push({ id: name, error: result.value });
    }
    return outcome;
  }
}

const idOf = (input: unknown): string =>
  isObject(input) && typeof input['id'] === 'string' ? input['id'] : '';
