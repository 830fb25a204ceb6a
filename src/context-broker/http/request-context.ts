import { HttpStatus } from '@nestjs/common';
import type { Request } from 'express';
import { ServiceError } from '../../common/errors/service-error';
import type { Contexts } from '../context/contexts';
import type { KnownContext } from '../context/known-context';
import type { Terms } from '../context/terms';
import { badRequestData } from '../errors';
import type { JsonValue } from '../model/entity';
import { isObject } from '../model/json';
import { linkedContext } from './context-header';
import { withoutHidden } from './hidden-names';

const contexts = new WeakMap<Request, KnownContext>();

/** Of those members of an array in a body that have contexts of their own: these, or why they cannot be had. */
const itemContexts = new WeakMap<object, PromiseSettledResult<KnownContext>>();

/** The JSON-LD context of a request, which is that of its answer too. */
export function contextOf(request: Request): KnownContext {
  const context = contexts.get(request);
  if (context === undefined) throw new Error('NgsiLdGuard has not seen the request');
  return context;
}

/** What a stored name is called in the answer to a request, also to one that was refused before it had a context. */
export const nameInAnswer = (request: Request, stored: string): string =>
  contexts.get(request)?.terms.toTerm(stored) ?? stored;

/** How the names in the request are to be read, and those in its answer to be written. */
export const termsOf = (request: Request): Terms => contextOf(request).terms;

/**
 * How the names in one item of an array in the body are to be read.
 *
 * @throws NgsiLdError BadRequestData, LdContextNotAvailable when its context is of no use
 */
export function termsOfItem(request: Request, item: unknown): Terms {
  const context = isObject(item) ? itemContexts.get(item) : undefined;
  if (context === undefined) return termsOf(request);
  if (context.status === 'rejected') throw context.reason;
  return context.value.terms;
}

/** How the contexts of requests are found. */
export interface ContextRules {
  contexts: Contexts;
  /** Whether a Link header beside a JSON-LD body is let pass. */
  lenient: boolean;
  /** Empty for the default one. */
  tenant: string;
}

/**
 * Finds the JSON-LD context that a request comes with (ETSI GS CIM 009, clause 6.3.5): in the Link header for JSON, in
 * the body for JSON-LD. A promise only where a context is not known yet.
 *
 * @throws NgsiLdError BadRequestData, LdContextNotAvailable
 */
export function findRequestContext(request: Request, rules: ContextRules): Promise<void> | undefined {
  const resolve = (context: JsonValue) => rules.contexts.resolve(context, rules.tenant);
  const link = linkedContext(request);
  if (request.body === undefined || request.method === 'GET' || request.method === 'DELETE') {
    return assign(request, resolve(link ?? []));
  }
  if (request.is(['application/json', 'application/merge-patch+json'])) {
    checkJson(request.body);
    return assign(request, resolve(link ?? []));
  }
  if (!request.is('application/ld+json')) throw unsupportedMediaType();
  if (link !== undefined && !rules.lenient) {
    throw badRequestData('Link: the context of a body in application/ld+json stands in the body alone');
  }
  const body = request.body as JsonValue;
  if (isObject(body)) return assign(request, resolve(contextIn(body)));
  put(request, rules.contexts.core);
  // What is neither an object nor an array its operation refuses.
  return Array.isArray(body) ? findItemContexts(body, resolve) : undefined;
}

type Resolve = (context: JsonValue) => KnownContext | Promise<KnownContext>;

function assign(request: Request, context: KnownContext | Promise<KnownContext>): Promise<void> | undefined {
  if (context instanceof Promise) return context.then((resolved) => put(request, resolved));
  put(request, context);
  return undefined;
}

const put = (request: Request, context: KnownContext): void =>
  void contexts.set(request, withoutHidden(request, context));

/** Each item has a context of its own; one that cannot be had is the trouble of that item alone. */
async function findItemContexts(items: JsonValue[], resolve: Resolve): Promise<void> {
  const objects = items.filter(isObject);
  const found = await Promise.allSettled(objects.map(contextIn).map(async (context) => resolve(context)));
  for (const [at, item] of objects.entries()) {
    const context = found[at];
    if (context !== undefined) itemContexts.set(item, context);
  }
}

function checkJson(body: unknown): void {
  if ([body].flat().some((item) => isObject(item) && '@context' in item)) {
    throw badRequestData('@context: stands in the Link header when the body is application/json');
  }
}

function contextIn(body: JsonValue): JsonValue {
  const context = isObject(body) ? body['@context'] : null;
  if (context !== undefined && context !== null) return context;
  throw badRequestData('@context: is needed in the body when it is application/ld+json');
}

const unsupportedMediaType = () =>
  new ServiceError(
    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
    'UnsupportedMediaType',
    'Content-Type: must be application/json or application/ld+json',
  );
