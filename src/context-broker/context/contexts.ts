import { Injectable } from '@nestjs/common';
import { unlessAborted } from '../../common/concurrency/unless-aborted';
import { ContextBrokerOptions } from '../context-broker.options';
import { badRequestData } from '../errors';
import type { JsonValue } from '../model/entity';
import { CONTEXT_TIMEOUT_MS, tooLate } from './context-fetcher';
import { ContextLibrary } from './context-library';
import { processContext } from './context-processor';
import { isCoreContext } from './core-urls';
import type { KnownContext } from './known-context';
import { ContextTerms, CORE_TERMS } from './terms';

/** Terms of all contexts together that are kept at hand. */
const MAX_TERMS = 200_000;

/** Contexts whose text is longer are read again each time. */
const MAX_KEY = 16_384;

/** Contexts whose use is counted. */
const MAX_COUNTED = 4096;

/** The longest text of a context in a request; longer ones are to be hosted, and so read once. */
const MAX_TEXT = 262_144;

interface Entry {
  context: KnownContext;
  /** The documents it was made of. */
  ids: readonly string[];
  terms: number;
  freshUntil: number;
}

/** How often a context was used since the start, and when last, in milliseconds since 1970. */
export interface ContextUsage {
  hits: number;
  lastUsed: number;
}

/** Knows what the names of JSON-LD contexts mean. */
@Injectable()
export class Contexts {
  /** The context of requests that come without one. */
  readonly core: KnownContext;
  /** In the order of their last use. */
  private readonly entries = new Map<string, Entry>();
  private readonly reading = new Map<string, Promise<Entry>>();
  private readonly usage = new Map<string, ContextUsage>();
  private terms = 0;

  constructor(
    private readonly options: ContextBrokerOptions,
    private readonly library: ContextLibrary,
  ) {
    const url = options.coreContextUrl;
    this.core = { terms: CORE_TERMS, url, inBody: url };
  }

  /**
   * What a context says; at once where that is known already.
   *
   * @param tenant empty for the default one
   * @throws NgsiLdError BadRequestData, LdContextNotAvailable
   */
  resolve(context: JsonValue, tenant = ''): KnownContext | Promise<KnownContext> {
    if (this.userParts(context).length === 0) return this.core;
    const key = `${tenant} ${JSON.stringify(context)}`;
    if (key.length > MAX_TEXT)
      throw badRequestData('@context: is larger than 256 KB: add it to jsonldContexts');
    const entry = this.entries.get(key);
    if (entry === undefined || entry.freshUntil <= Date.now()) {
      return this.read(key, context, tenant).then((read) => this.used(key, read));
    }
    return this.used(key, entry);
  }

  /** @throws NgsiLdError as {@link resolve}, but for its size */
  async check(context: JsonValue, tenant: string): Promise<void> {
    await this.entryOf(context, tenant);
  }

  /** Where to find contexts that subscriptions name, when they are not kept any more. */
  set findNamed(find: ContextLibrary['findNamed']) {
    this.library.findNamed = find;
  }

  /** The use of the context with this id. */
  usageOf(id: string): ContextUsage | undefined {
    return this.usage.get(id);
  }

  /** The contexts with these ids are used once more. */
  count(ids: readonly string[]): void {
    if (this.usage.size > MAX_COUNTED) this.usage.clear();
    for (const id of ids) {
      const { hits } = this.usage.get(id) ?? { hits: 0 };
      this.usage.set(id, { hits: hits + 1, lastUsed: Date.now() });
    }
  }

  /** After a context was changed or deleted: all that is made of contexts is made anew, and its use counted anew. */
  forget(id: string): void {
    this.usage.delete(id);
    this.entries.clear();
    this.terms = 0;
  }

  /** After everything that may need a context. */
  close(): void {
    this.library.close();
  }

  private read(key: string, context: JsonValue, tenant: string): Promise<Entry> {
    const underWay = this.reading.get(key);
    if (underWay !== undefined) return underWay;
    const reading = this.entryOf(context, tenant).finally(() => this.reading.delete(key));
    this.reading.set(key, reading);
    return reading;
  }

  private async entryOf(context: JsonValue, tenant: string): Promise<Entry> {
    const ids: string[] = [];
    let freshUntil = Infinity;
    const deadline = AbortSignal.timeout(CONTEXT_TIMEOUT_MS);
    const load = async (url: string): Promise<JsonValue> => {
      const loaded = await unlessAborted(this.library.load(url, tenant), deadline).catch((error: unknown) => {
        throw error === deadline.reason ? tooLate(url) : error;
      });
      ids.push(loaded.id);
      freshUntil = Math.min(freshUntil, loaded.freshUntil);
      return loaded.context;
    };
    const { terms, includesCore } = await processContext(context, load, this.options.coreContextUrl);
    return {
      context: this.known(context, new ContextTerms(terms), includesCore, tenant),
      ids,
      terms: terms.size,
      freshUntil,
    };
  }

  private known(
    context: JsonValue,
    terms: ContextTerms,
    includesCore: boolean,
    tenant: string,
  ): KnownContext {
    const { library, core } = this;
    const user = this.userParts(context);
    const [only] = user;
    return {
      terms,
      inBody: [...[context].flat(), ...(includesCore ? [] : [core.inBody])],
      // As the core context always counts, a single other one says it all.
      get url() {
        return user.length === 1 && typeof only === 'string'
          ? only
          : library.addressOfImplicit(context, tenant);
      },
    };
  }

  private userParts(context: JsonValue): JsonValue[] {
    return [context].flat().filter((part) => !isCoreContext(part, this.options.coreContextUrl));
  }

  private used(key: string, entry: Entry): KnownContext {
    this.keep(key, entry);
    this.count(entry.ids);
    return entry.context;
  }

  /** Makes the entry the one that was used last, and forgets those whose use is longest ago. */
  private keep(key: string, entry: Entry): void {
    if (key.length > MAX_KEY) return;
    this.drop(key);
    this.entries.set(key, entry);
    this.terms += entry.terms;
    for (const oldest of this.entries.keys()) {
      if (this.terms <= MAX_TERMS || oldest === key) break;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.terms -= this.entries.get(key)?.terms ?? 0;
    this.entries.delete(key);
  }
}
