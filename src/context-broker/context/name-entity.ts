import { ATTRIBUTE_MEMBERS } from '../model/attribute-kinds';
import { type Entity, ENTITY_MEMBERS, type JsonObject, type JsonValue } from '../model/entity';
import { isObject } from '../model/json';
import type { Terms } from './terms';

/** Members of attributes whose values are names. */
const NAMES: ReadonlySet<string> = new Set(['vocab', 'previousVocab', 'objectType', 'entityTypeSealed']);

/**
 * A normalized entity, or the history of one, with its types, attributes and vocabulary values called as the context
 * has them. To be done before the entity is written in another representation, which no longer tells names from values.
 */
export function namedIn(terms: Terms, entity: Entity): Entity {
  if (terms.isCore) return entity;
  const named: JsonObject = {};
  for (const [member, value] of Object.entries(entity as JsonObject)) {
    if (member === 'type') named[member] = namesIn(terms, value);
    else if (ENTITY_MEMBERS.has(member)) named[member] = value;
    else named[terms.toTerm(member)] = attributeIn(terms, value);
  }
  return named as Entity;
}

function attributeIn(terms: Terms, attribute: JsonValue): JsonValue {
  if (Array.isArray(attribute)) return attribute.map((instance) => attributeIn(terms, instance));
  if (!isObject(attribute)) return attribute;
  const named: JsonObject = {};
  for (const [member, value] of Object.entries(attribute)) {
    if (NAMES.has(member)) named[member] = namesIn(terms, value);
    else if (ATTRIBUTE_MEMBERS.has(member)) named[member] = value;
    else named[terms.toTerm(member)] = attributeIn(terms, value);
  }
  return named;
}

/** A name or a list of them, as the context has them. */
const namesIn = (terms: Terms, names: JsonValue): JsonValue =>
  Array.isArray(names)
    ? names.map((name) => namesIn(terms, name))
    : typeof names === 'string'
      ? terms.toTerm(names)
      : names;
