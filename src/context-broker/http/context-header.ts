import type { Request } from 'express';
import { linkTargets } from '../context/link-header';
import { badRequestData } from '../errors';

const RELATION = 'http://www.w3.org/ns/json-ld#context';
const CONTEXT_RELATION = /;\s*rel\s*=\s*"?http:\/\/www\.w3\.org\/ns\/json-ld#context"?/;

/** The JSON-LD context that the Link header of a request names. @throws NgsiLdError BadRequestData */
export function linkedContext(request: Request): string | undefined {
  const header = request.get('Link');
  if (header === undefined) return undefined;
  const [url, ...more] = linkTargets(header, CONTEXT_RELATION);
  if (more.length > 0) throw badRequestData('Link: more than one JSON-LD context');
  return url;
}

/** A Link header that names the JSON-LD context of what is sent. */
export const contextLink = (url: string): string => `<${url}>; rel="${RELATION}"; type="application/ld+json"`;
