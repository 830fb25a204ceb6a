import { HttpStatus } from '@nestjs/common';
import type { Request } from 'express';
import { ServiceError } from '../../common/errors/service-error';
import { checkContext } from '../context/core-context';
import { badRequestData, NgsiLdError } from '../errors';
import { isObject } from '../model/normalize-attribute';

const LINK = /<([^>]*)>([^,<]*)/g;
const CONTEXT_RELATION = /;\s*rel\s*=\s*"?http:\/\/www\.w3\.org\/ns\/json-ld#context"?/;

/**
 * Checks the JSON-LD context that a request comes with (ETSI GS CIM 009, clause 6.3.5): in the Link header for JSON,
 * in the body for JSON-LD. A Link header beside a JSON-LD body, which the clause forbids, is let pass, as existing
 * clients send it.
 *
 * @throws NgsiLdError BadRequestData, LdContextNotAvailable
 */
export function checkRequestContext(request: Request): void {
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

/** Only the default tenant exists. @throws NgsiLdError NonexistentTenant, NoMultiTenantSupport */
export function checkTenant(request: Request): void {
  const tenant = request.get('NGSILD-Tenant');
  if (tenant === undefined || tenant === '') return;
  if (request.method === 'GET' || request.method === 'HEAD') {
    throw new NgsiLdError('NonexistentTenant', `there is no tenant ${tenant}`);
  }
  throw new NgsiLdError('NoMultiTenantSupport', 'only the default tenant can be written to');
}

function linkedContexts(request: Request): string[] {
  const header = request.get('Link') ?? '';
  return [...header.matchAll(LINK)]
    .filter(([, , parameters = '']) => CONTEXT_RELATION.test(parameters))
    .map(([, url = '']) => url);
}
