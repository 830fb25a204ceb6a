import { CORE_TERMS, type Terms } from '../context/terms';
import { badRequestData } from '../errors';

const MAX_NAME = 256;
const MAX_URI = 2048;

/** A scheme, then anything but spaces, controls and the characters that RFC 3986 and RFC 3987 exclude. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{Cc}<>"{}|\\^`]+$/u;

/** Characters that nobody sees, or that turn the direction of the text around: ids that look the same are the same. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;

/** Names as clause 4.6.2 of ETSI GS CIM 009 has them. */
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_\-.:/#]*$/u;

export const isUri = (text: string): boolean => text.length <= MAX_URI && URI.test(text);

/** The id when it is a URI. @throws NgsiLdError BadRequestData */
export function checkedId(id: unknown, what = 'id'): string {
  if (typeof id !== 'string' || !isUri(id) || UNSEEN.test(id)) {
    throw badRequestData(`${what}: must be a URI of at most ${MAX_URI} visible characters`);
  }
  return id;
}

/** Names that are kept in mind as valid: those of the next entity are mostly those of the last. */
const REMEMBERED = 4096;
const seen = new Set<string>();

/**
 * The stored name of a type or attribute that is called `name` in a context.
 *
 * @throws NgsiLdError BadRequestData
 */
export function checkedName(name: string, what: string, terms: Terms = CORE_TERMS): string {
  if (name === '' || name.startsWith(':')) throw noName(name, what);
  const stored = terms.toStored(name);
  if (seen.has(stored)) return stored;
  const isName = stored.includes(':') ? isUri(stored) : stored.length <= MAX_NAME && NAME.test(stored);
  if (isName && stored !== '__proto__') {
    if (seen.size >= REMEMBERED) seen.clear();
    seen.add(stored);
    return stored;
  }
  throw noName(name, what);
}

const noName = (name: string, what: string) =>
  badRequestData(`${what}: ${JSON.stringify(name.slice(0, 80))} is no valid name`);
