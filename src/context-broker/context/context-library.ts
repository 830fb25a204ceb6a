import type { Server } from 'node:net';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { localAddress } from '../../common/http/local-address';
import { ContextBrokerOptions } from '../context-broker.options';
import type { JsonValue } from '../model/entity';
import { ContextFetcher } from './context-fetcher';
import { checkDefinitions } from './context-processor';
import { type ContextKind, ContextStore, type StoredContext } from './context-store';
import { CORE_CONTEXT } from './core-context-v1.8';
import { isCoreContext } from './core-urls';

/** Where contexts are served. */
export const CONTEXTS_PATH = '/ngsi-ld/v1/jsonldContexts/';

/** The id in the address of a context that a broker serves. */
const OWN_ADDRESS = /^https?:\/\/[^/]+\/ngsi-ld\/v1\/jsonldContexts\/([^/?#]+)$/;

/** A context that was loaded. */
export interface LoadedContext {
  id: string;
  context: JsonValue;
  /** Until when it may be used without being loaded again, in milliseconds since 1970. */
  freshUntil: number;
}

/** How long a context is used whose server does not answer when it should be fetched again, in milliseconds. */
const RETRY_MS = 60_000;

/**
 * The JSON-LD contexts that the broker has at hand (ETSI GS CIM 009, clause 5.13): those that clients added, those that
 * it made itself, and copies of those that it fetched. However many need the same one, it is fetched once.
 */
@Injectable()
export class ContextLibrary {
  private readonly logger = new Logger(ContextLibrary.name);
  private readonly store: ContextStore;
  private readonly fetcher: ContextFetcher;
  private readonly fetching = new Map<string, Promise<void>>();
  private readonly startedAt = Date.now();
  /** Finds contexts that subscriptions name, as those that were made for them may have had to make room for others. */
  findNamed: (id: string, tenant: string) => StoredContext | undefined = () => undefined;

  constructor(
    private readonly options: ContextBrokerOptions,
    private readonly host: HttpAdapterHost,
  ) {
    this.store = new ContextStore(join(options.dataDirectory, 'broker', 'contexts.sqlite'));
    this.fetcher = new ContextFetcher(options.allowPrivateHosts);
  }

  close(): void {
    this.fetcher.close();
    this.store.close();
  }

  /**
   * By its id, by the address it was fetched from, or by that under which the broker serves it.
   *
   * @param tenant empty for the default one
   */
  find(key: string, tenant: string): StoredContext | undefined {
    if (isCoreContext(key, this.options.coreContextUrl)) return this.coreAt(key);
    const id = OWN_ADDRESS.exec(key)?.[1] ?? key;
    return this.store.find(id, tenant) ?? this.store.find(key, tenant) ?? this.findNamed(id, tenant);
  }

  list(kind: ContextKind | undefined, tenant: string): StoredContext[] {
    const core = (kind ?? 'Cached') === 'Cached' ? [this.coreAt(this.options.coreContextUrl)] : [];
    return [...core, ...this.store.list(kind, tenant)];
  }

  /** Whether it is the core context, which is built in: it is neither fetched nor deleted. */
  isCore({ url }: StoredContext): boolean {
    return isCoreContext(url, this.options.coreContextUrl);
  }

  /** The id of the new context. */
  addHosted(context: JsonValue, tenant: string): string {
    return this.store.addHosted(context, tenant);
  }

  /** The address of a context that is to have one. */
  addressOfImplicit(context: JsonValue, tenant: string): string {
    return this.addressOf({ id: this.store.addImplicit(context, tenant), url: null });
  }

  /** Where a context was fetched from, or where the broker serves it. */
  addressOf({ id, url }: Pick<StoredContext, 'id' | 'url'>): string {
    if (url !== null) return url;
    const server = this.host.httpAdapter.getHttpServer() as Server;
    return `${this.options.publicUrl ?? localAddress(server)}${CONTEXTS_PATH}${id}`;
  }

  delete(context: StoredContext): void {
    this.store.delete(context);
  }

  /** @throws NgsiLdError BadRequestData, LdContextNotAvailable */
  async load(url: string, tenant: string): Promise<LoadedContext> {
    const present = this.find(url, tenant);
    if (present !== undefined && isFresh(present)) return loaded(present);
    try {
      await this.fetch(url);
    } catch (error) {
      if (present === undefined) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn({ message: 'A context is used that should have been fetched again', url, reason });
      return { ...loaded(present), freshUntil: Date.now() + RETRY_MS };
    }
    const fetched = this.store.find(url, tenant);
    return fetched === undefined ? this.load(url, tenant) : loaded(fetched);
  }

  /** The core context under one of its addresses. */
  private coreAt(url: string): StoredContext {
    return {
      id: url,
      kind: 'Cached',
      tenant: '',
      url,
      body: JSON.stringify(CORE_CONTEXT),
      created_at: this.startedAt,
      expires_at: null,
    };
  }

  /** Fetches a context and keeps it in place of what there was. @throws NgsiLdError as {@link load} */
  fetch(url: string): Promise<void> {
    const underWay = this.fetching.get(url);
    if (underWay !== undefined) return underWay;
    const fetching = this.fetcher
      .fetch(url)
      .then(({ context, freshForMs }) => {
        checkDefinitions(context);
        this.store.putCached(url, context, freshForMs);
      })
      .finally(() => this.fetching.delete(url));
    this.fetching.set(url, fetching);
    return fetching;
  }
}

const isFresh = ({ expires_at }: StoredContext): boolean => expires_at === null || expires_at > Date.now();

const loaded = ({ id, body, expires_at }: StoredContext): LoadedContext => ({
  id,
  context: JSON.parse(body) as JsonValue,
  freshUntil: expires_at ?? Infinity,
});
