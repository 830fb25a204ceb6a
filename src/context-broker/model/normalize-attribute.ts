import { CORE_TERMS, type Terms } from '../context/terms';
import { checkAttribute } from './check-attribute';
import type { Attribute, JsonValue } from './entity';
import { readAttribute } from './read-attribute';

export { isObject } from './json';

/**
 * One attribute, normalized or concise (ETSI GS CIM 009, clauses 4.5.2.2 and 4.5.2.3), in the normalized
 * representation: an array when it has several instances.
 *
 * @throws NgsiLdError BadRequestData, naming `path`.
 */
export const normalizeAttribute = (
  input: JsonValue,
  path: string,
  terms: Terms = CORE_TERMS,
): Attribute | Attribute[] => checkAttribute(readAttribute(input, path, { terms, fragment: false }), path);
