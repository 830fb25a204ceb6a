import axios, { type AxiosResponse, isAxiosError } from 'axios';
import { badRequestData, NgsiLdError } from '../errors';
import { AddressNotAllowedError } from '../http-client/address-guard';
import { type Agents, guardedAgents } from '../http-client/guarded-agents';
import type { JsonValue } from '../model/entity';
import { isObject } from '../../common/json/is-object';
import { freshFor } from './freshness';
import { linkTargets } from './link-header';

/** The longest that fetching a context may take, redirects and what it refers to included, in milliseconds. */
export const CONTEXT_TIMEOUT_MS = 5000;

/** The largest document that is taken for a context. */
const MAX_BYTES = 4 * 2 ** 20;

const MAX_REDIRECTS = 5;

/** Contexts that are fetched at a time; others wait. */
const MAX_CONNECTIONS = 16;

const JSON_TYPE = /^[^;]*[/+]json\s*(;|$)/i;
const IS_ALTERNATE = /;\s*rel\s*=\s*"?alternate"?/i;
const IS_JSON_LD = /;\s*type\s*=\s*"?application\/ld\+json"?/i;

export interface FetchedContext {
  /** What stands in the document's `@context`. */
  context: JsonValue;
  /** How long it may be used without being fetched again, in milliseconds. */
  freshForMs: number;
}

/** Fetches JSON-LD contexts from where they are published. */
export class ContextFetcher {
  private readonly agents: Agents;

  constructor(allowPrivateHosts: boolean) {
    this.agents = guardedAgents(allowPrivateHosts, { keepAlive: false, maxTotalSockets: MAX_CONNECTIONS });
  }

  /** @throws NgsiLdError BadRequestData for an address that is none, LdContextNotAvailable when it cannot be had. */
  async fetch(url: string): Promise<FetchedContext> {
    const signal = AbortSignal.timeout(CONTEXT_TIMEOUT_MS);
    const page = await this.get(url, signal);
    const alternate = alternateOf(url, page);
    const { data, headers } = alternate === undefined ? page : await this.get(alternate, signal);
    return { context: contextIn(url, data), freshForMs: freshFor(headers) };
  }

  private get(url: string, signal: AbortSignal): Promise<AxiosResponse<string>> {
    checkAddress(url);
    return axios
      .get<string>(url, {
        ...this.agents,
        headers: { Accept: 'application/ld+json, application/json;q=0.9, */*;q=0.1' },
        maxContentLength: MAX_BYTES,
        maxRedirects: MAX_REDIRECTS,
        proxy: false,
        responseType: 'text',
        transformResponse: [],
        signal,
      })
      .catch((error: unknown) => {
        throw isAxiosError(error) && error.code === 'ERR_CANCELED'
          ? tooLate(url)
          : notAvailable(url, reasonOf(error));
      });
  }

  close(): void {
    this.agents.httpAgent.destroy();
    this.agents.httpsAgent.destroy();
  }
}

/** 400: a context is there, but is of no use (clause 5.5.6). */
export const unusable = (url: string, reason: string): NgsiLdError =>
  badRequestData(`@context: ${url.slice(0, 200)} ${reason}`);

/** 504: a context cannot be had. */
export const notAvailable = (url: string, reason: string): NgsiLdError =>
  new NgsiLdError('LdContextNotAvailable', `@context: ${url.slice(0, 200)} is not available: ${reason}`);

/** 504: a context, or what it refers to, is not there in time. */
export const tooLate = (url: string): NgsiLdError =>
  notAvailable(url, `there was no answer within ${CONTEXT_TIMEOUT_MS} ms`);

/**
 * Where a page for people, such as that of schema.org, says its context is (JSON-LD 1.1 Processing Algorithms and API,
 * section 9.4).
 */
function alternateOf(url: string, { headers }: AxiosResponse): string | undefined {
  const { link, 'content-type': type } = headers as Record<string, string | undefined>;
  if (link === undefined || JSON_TYPE.test(type ?? '')) return undefined;
  const [target] = linkTargets(link, IS_ALTERNATE, IS_JSON_LD);
  return target !== undefined && URL.canParse(target, url) ? new URL(target, url).href : undefined;
}

function checkAddress(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.username !== '') {
    throw badRequestData(`@context: ${JSON.stringify(url.slice(0, 200))} is not the address of a context`);
  }
}

/** What went wrong, without telling names and addresses of an inner network from those that do not exist. */
function reasonOf(error: unknown): string {
  if (!isAxiosError(error)) return 'it could not be fetched';
  if (error.response !== undefined) return `it was answered with ${error.response.status}`;
  if (error.cause instanceof AddressNotAllowedError || isSystemError(error.cause)) {
    return 'it cannot be reached, or is not an address of the public Internet';
  }
  return error.message;
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

function contextIn(url: string, text: string): JsonValue {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw unusable(url, 'is no JSON');
  }
  const context = isObject(document) ? document['@context'] : undefined;
  if (typeof context !== 'string' && !Array.isArray(context) && !isObject(context)) {
    throw unusable(url, 'has no @context');
  }
  return context as JsonValue;
}
