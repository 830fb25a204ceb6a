import type { Database } from '../../common/sqlite/database';
import { notFound } from '../errors';
import type { Attribute } from '../model/entity';
import type { StoreReaders } from '../reader/reader-pool';
import { HistoryTable } from '../store/history-table';
import type { WriteQueue } from '../store/write-queue';
import type { GivenInstance, GivenTemporalEntity } from './read-temporal-entity';
import type { TemporalExtent, TemporalFilter, TemporalPage, TemporalQuery } from './temporal-query';
import { TemporalWriter } from './temporal-writer';

/** Instances that are deleted at a time, so that other writes come in between. */
const DELETED_AT_ONCE = 1000;

/** Which instances of an attribute are meant: those of a dataset, '' for those without one. */
export type Datasets = { all: true } | { datasetId: string };

/** The history of one tenant's entities: how they and their attributes evolved (ETSI GS CIM 009, clause 4.5.6). */
export class History {
  private readonly writer: TemporalWriter;

  constructor(
    database: Database,
    private readonly writes: WriteQueue,
    private readonly readers: StoreReaders,
  ) {
    this.writer = new TemporalWriter(database, new HistoryTable(database));
  }

  /** @throws NgsiLdError TooManyResults, TooComplexQuery */
  query(query: TemporalQuery): Promise<TemporalPage> {
    return this.readers.run('queryHistory', query);
  }

  /** The history of one entity, deleted or not; undefined when there is none of this id. @throws NgsiLdError */
  find(id: string, filter: TemporalFilter, extent: TemporalExtent): Promise<TemporalPage | undefined> {
    return this.readers.run('retrieveHistory', id, filter, extent);
  }

  /** Whether an entity has, or had, one of the attributes. */
  hasAny(id: string, attributes: readonly string[]): Promise<boolean> {
    return this.readers.run('hadAttributes', id, attributes);
  }

  /** Makes an evolution, or adds to the one that there is. */
  write(entity: GivenTemporalEntity): Promise<'created' | 'updated'> {
    return this.writes.submit(() => this.writer.write(entity));
  }

  /** Adds instances. @throws NgsiLdError ResourceNotFound */
  append(id: string, types: readonly string[], instances: readonly GivenInstance[]): Promise<void> {
    return this.writes.submit(() => this.writer.append(id, types, instances));
  }

  /** Changes one instance; `change` gives what it is to become. @throws NgsiLdError ResourceNotFound, BadRequestData */
  updateInstance(
    id: string,
    attribute: string,
    instanceId: string,
    change: (present: Attribute) => Attribute | undefined,
  ): Promise<void> {
    return this.writes.submit(() => this.writer.updateInstance(id, attribute, instanceId, change));
  }

  /** @throws NgsiLdError ResourceNotFound */
  deleteInstance(id: string, attribute: string, instanceId: string): Promise<void> {
    return this.writes.submit(() => this.writer.deleteInstance(id, attribute, instanceId));
  }

  /** Deletes instances of an attribute. @throws NgsiLdError ResourceNotFound when there is none. */
  async deleteAttribute(id: string, attribute: string, which: Datasets): Promise<void> {
    const datasetId = 'all' in which ? undefined : which.datasetId;
    const any = await this.deleteAll(() => this.writer.deleteSome(id, attribute, datasetId, DELETED_AT_ONCE));
    if (!any) throw notFound(`${id} has no instances of such an attribute ${attribute}`);
  }

  /** Deletes the evolution of an entity; what it is now stays. @throws NgsiLdError ResourceNotFound */
  async delete(id: string): Promise<void> {
    await this.deleteAll(() => this.writer.deleteSomeOf(id, DELETED_AT_ONCE));
  }

  /** Whether there was any to delete. */
  private async deleteAll(deleteSome: () => { any: boolean; more: boolean }): Promise<boolean> {
    const first = await this.writes.submit(deleteSome);
    for (let { more } = first; more;) ({ more } = await this.writes.submit(deleteSome));
    return first.any;
  }
}
