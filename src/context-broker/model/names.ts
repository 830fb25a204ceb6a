import { badRequestData } from '../errors';

const MAX_NAME = 256;
const MAX_URI = 2048;

/** A scheme, then anything but spaces, controls and the characters that RFC 3986 and RFC 3987 exclude. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{Cc}<>"{}|\\^`]+$/u;

/** Names as clause 4.6.2 of ETSI GS CIM 009 has them, compact or as URIs. */
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_\-.:/#]*$/u;

/** Namespaces of the core context: its own terms, and those of names that no context defines. */
const CORE_NAMESPACES = ['https://uri.etsi.org/ngsi-ld/default-context/', 'https://uri.etsi.org/ngsi-ld/'];

export const isUri = (text: string): boolean => text.length <= MAX_URI && URI.test(text);

/** The id when it is a URI. @throws NgsiLdError BadRequestData */
export function checkedId(id: unknown, what = 'id'): string {
  if (typeof id !== 'string' || !isUri(id)) {
    throw badRequestData(`${what}: must be a URI of at most ${MAX_URI} characters`);
  }
  return id;
}

/** The name of a type or attribute, compacted against the core context. @throws NgsiLdError BadRequestData */
export function checkedName(name: string, what: string): string {
  const namespace = CORE_NAMESPACES.find((prefix) => name.startsWith(prefix));
  const compact = namespace === undefined ? name : name.slice(namespace.length);
  if (compact.length > MAX_NAME || !NAME.test(compact) || compact === '__proto__') {
    throw badRequestData(`${what}: ${JSON.stringify(name.slice(0, 80))} is no valid name`);
  }
  return compact;
}
