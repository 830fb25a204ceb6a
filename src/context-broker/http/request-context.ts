import { HttpStatus } from '@nestjs/common';
import type { Request } from 'express';
import { ServiceError } from '../../common/errors/service-error';
import { checkContext } from '../context/core-context';
import { CORE_TERMS, type Terms } from '../context/terms';
import { badRequestData } from '../errors';
import type { JsonValue } from '../model/entity';
import { isObject } from '../model/normalize-attribute';

/** The JSON-LD context of a request, which is that of its answer too. */
export interface RequestContext {
  terms: Terms;
  /** Its address, for the Link header of an answer in JSON. */
  url: string;
  /** What stands in the body of an answer in JSON-LD. */
  inBody: JsonValue;
}

const contexts = new WeakMap<Request, RequestContext>();

export function contextOf(request: Request): RequestContext {
  const context = contexts.get(request);
  if (context === undefined) throw new Error('NgsiLdGuard has not seen the request');
  return context;
}

/** How the names in the request are to be read, and those in its answer to be written. */
export const termsOf = (request: Request): Terms => contextOf(request).terms;

const LINK = /<([^>]*)>([^,<]*)/g;
const CONTEXT_RELATION = /;\s*rel\s*=\s*"?http:\/\/www\.w3\.org\/ns\/json-ld#context"?/;

/**
 * Checks the JSON-LD context that a request comes with (ETSI GS CIM 009, clause 6.3.5): in the Link header for JSON,
 * in the body for JSON-LD. A Link header beside a JSON-LD body, which the clause forbids, is let pass, as existing
 * clients send it.
 *
 * @throws NgsiLdError BadRequestData, LdContextNotAvailable
 */
export function checkRequestContext(request: Request, coreContextUrl: string): void {
  contexts.set(request, { terms: CORE_TERMS, url: coreContextUrl, inBody: coreContextUrl });
  const links = linkedContexts(request);
  if (links.length > 1) throw badRequestData('Link: more than one JSON-LD context');
  checkContext(links);
  if (request.body === undefined) return;
  const json = request.is(['application/json', 'application/merge-patch+json']);
  const jsonLd = request.is('application/ld+json');
  if (!json && !jsonLd) {
    throw new ServiceError(
      HttpStatus.UNSUPPORTED_MEDIA_TYPE,
      'UnsupportedMediaType',
      'Content-Type: must be application/json or application/ld+json',
    );
  }
  for (const item of [request.body as unknown].flat()) {
    const context = isObject(item) ? item['@context'] : undefined;
    if (json && context !== undefined) {
      throw badRequestData('@context: stands in the Link header when the body is application/json');
    }
    if (jsonLd && isObject(item) && context === undefined) {
      throw badRequestData('@context: is needed in the body when it is application/ld+json');
    }
    checkContext(context ?? []);
  }
}

function linkedContexts(request: Request): string[] {
  const header = request.get('Link') ?? '';
  return [...header.matchAll(LINK)]
    .filter(([, , parameters = '']) => CONTEXT_RELATION.test(parameters))
    .map(([, url = '']) => url);
}
