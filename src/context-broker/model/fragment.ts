import type { Terms } from '../context/terms';
import { badRequestData } from '../errors';
import { checkAttribute } from './check-attribute';
import type { Attribute, Entity, JsonObject, JsonValue } from './entity';
import { isObject } from './json';
import { isDeletion, mergeAttributes, withInstances } from './merge-attributes';
import { NGSI_LD_NULL } from './ngsi-ld-null';
import {
  attributesIn,
  checkedKind,
  checkedTypes,
  entityMembers,
  instancesOf,
  typeOf,
  typesOf,
} from './normalize-entity';
import { readAttribute } from './read-attribute';

/** An entity fragment (ETSI GS CIM 009, clause 5.4) in the shape of the normalized representation. */
export interface Fragment {
  /** Types that the entity is to have besides its own. */
  types: string[];
  members: Pick<Entity, 'scope' | 'expiresAt'>;
  /** Members of the entity that are to go. */
  deletedMembers: ('scope' | 'expiresAt')[];
  /** Instances by attribute; see `readAttribute`. */
  attributes: Map<string, JsonObject[]>;
}

/** What becomes of an entity. */
export interface Change {
  after: Entity;
  /** The attributes that were written, changed or not. */
  written: string[];
}

/** How one attribute of a fragment is read; `readAttribute` unless another representation was agreed on. */
export type ReadValue = (name: string, value: JsonValue) => JsonValue;

/** @throws NgsiLdError BadRequestData */
export function readFragment(input: unknown, terms: Terms, read: ReadValue = concise(terms)): Fragment {
  if (!isObject(input)) throw badRequestData('an entity fragment must be a JSON object');
  const deletedMembers = (['scope', 'expiresAt'] as const).filter((name) => input[name] === NGSI_LD_NULL);
  const kept = Object.entries(input).filter(([name]) => !deletedMembers.some((deleted) => deleted === name));
  const type = typeOf(input);
  return {
    types: type === undefined ? [] : [checkedTypes(type, terms)].flat(),
    members: entityMembers(Object.fromEntries(kept)),
    deletedMembers,
    attributes: new Map(
      [...attributesIn(input, terms)].map(([name, value]) => [
        name,
        [read(name, value)].flat() as JsonObject[],
      ]),
    ),
  };
}

const concise =
  (terms: Terms): ReadValue =>
  (name, value) =>
    readAttribute(value, name, { terms, fragment: true });

/** Whether a fragment asks for nothing. */
export const isEmpty = ({ types, members, deletedMembers, attributes }: Fragment): boolean =>
  types.length + Object.keys(members).length + deletedMembers.length + attributes.size === 0;

/** An instance of a fragment as it is to be kept. @throws NgsiLdError BadRequestData */
export function completed(name: string, instances: JsonObject[]): Attribute[] {
  return [checkedKind(name, checkAttribute(instances, name))].flat();
}

/** What came of writing attributes. */
export interface Outcome extends Change {
  /** What was left as it is: what is not to be overwritten, or a scope where there is none to be replaced. */
  left: string[];
}

/**
 * The entity with attributes written over its own; the NGSI-LD Null deletes (clauses 5.5.8 and 5.6.2). Unlike
 * attributes, a scope is only replaced.
 */
export function updated(before: Entity, fragment: Fragment): Outcome {
  const { scope, ...members } = fragment.members;
  const isLeft = scope !== undefined && before.scope === undefined;
  let after = withMembers(before, isLeft ? { ...fragment, members } : fragment);
  for (const [name, instances] of fragment.attributes) {
    const deleted = new Set(instances.filter(isDeletion).map((instance) => instance['datasetId']));
    const written = instances.filter((instance) => !isDeletion(instance));
    const kept = instancesOf(after, name).filter(({ datasetId }) => !deleted.has(datasetId));
    if (deleted.size > 0) after = withInstances(after, name, kept);
    if (written.length > 0) after = mergeAttributes(after, { [name]: completed(name, written) });
  }
  return { after, written: [...fragment.attributes.keys()], left: isLeft ? ['scope'] : [] };
}

/** The entity with attributes added, and replaced where they are to be overwritten (clause 5.6.3). */
export function appended(before: Entity, fragment: Fragment, overwrite: boolean): Outcome {
  const written: string[] = [];
  const left: string[] = [];
  let after = withMembers(before, overwrite ? fragment : withBothScopes(before, fragment));
  for (const [name, read] of fragment.attributes) {
    const present = new Set(instancesOf(before, name).map(({ datasetId }) => datasetId));
    const given = completed(name, read);
    const instances = given.filter(({ datasetId }) => overwrite || !present.has(datasetId));
    if (instances.length < given.length) left.push(name);
    else written.push(name);
    after = mergeAttributes(after, { [name]: instances });
  }
  return { after, written, left };
}

/** Types, scope and expiry of the fragment, on the entity: types are added to, never taken from (clause 5.6.2.4). */
export function withMembers(entity: Entity, { types, members, deletedMembers }: Fragment): Entity {
  const all = [...new Set([...typesOf(entity), ...types])];
  const [only = ''] = all;
  const result: Entity = { ...entity, type: all.length === 1 ? only : all, ...members };
  for (const member of deletedMembers) delete result[member];
  return result;
}

/** Without overwriting, scopes are added to those that are there. */
function withBothScopes({ scope }: Entity, fragment: Fragment): Fragment {
  const given = fragment.members.scope;
  if (scope === undefined || given === undefined) return fragment;
  const scopes = [...new Set([scope, given].flat())];
  return { ...fragment, members: { ...fragment.members, scope: scopes } };
}
