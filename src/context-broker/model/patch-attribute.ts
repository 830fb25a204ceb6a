import { CORE_TERMS, type Terms } from '../context/terms';
import { badRequestData } from '../errors';
import type { Attribute, JsonObject } from './entity';
import { normalizeAttribute } from './normalize-attribute';

/**
 * An attribute instance with the members of a fragment written over its own (ETSI GS CIM 009, clause 5.6.4).
 *
 * @throws NgsiLdError BadRequestData
 */
export function patchAttribute(
  name: string,
  present: Attribute,
  patch: JsonObject,
  terms: Terms = CORE_TERMS,
): Attribute {
  const members = Object.fromEntries(Object.entries(patch).filter(([member]) => member !== '@context'));
  if (Object.keys(members).length === 0) throw badRequestData(`${name}: an empty fragment changes nothing`);
  const { type = present.type } = patch;
  if (type !== present.type) {
    throw badRequestData(`${name}: is a ${present.type} and cannot become a ${JSON.stringify(type)}`);
  }
  const merged = normalizeAttribute({ ...(present as JsonObject), ...members, type }, name, terms);
  if (Array.isArray(merged)) throw badRequestData(`${name}: must be one instance`);
  return merged;
}
