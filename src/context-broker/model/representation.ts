import { ATTRIBUTE_MEMBERS, VALUE_MEMBER } from './attribute-kinds';
import { type Attribute, type Entity, ENTITY_MEMBERS, type JsonObject, type JsonValue } from './entity';
import { asGeometry, looksLikeGeometry } from './geometry';
import { isObject } from './json';
import { attributeNames, instancesOf } from './normalize-entity';
import type { Members } from './projection-terms';

/** How attributes are written (ETSI GS CIM 009, clauses 4.5.2.2, 4.5.2.3 and 4.5.4). */
export type Format = 'normalized' | 'concise' | 'simplified';

/** Which members of an entity are shown. */
export interface Projected {
  /** Only these attributes, with all that is no attribute. */
  attributes?: ReadonlySet<string>;
  /** Only these members. */
  pick?: Members;
  /** All but these; of relationships that have members of their own in here, those alone. */
  omit?: Members;
  /** Only these instances of attributes; undefined in it stands for those without a datasetId. */
  datasets?: ReadonlySet<string | undefined>;
}

/** An entity with some of its members (clause 4.21). */
export function project(entity: Entity, { attributes, pick, omit, datasets }: Projected): Entity {
  const shown = Object.entries(entity).filter(
    ([name]) =>
      (attributes === undefined || ENTITY_MEMBERS.has(name) || attributes.has(name)) &&
      (pick === undefined || pick.has(name)) &&
      !(omit?.has(name) === true && omit.get(name) === undefined),
  );
  const result = Object.fromEntries(shown) as Entity;
  return datasets === undefined ? result : ofDatasets(result, datasets);
}

/** Whether there are members that are not shown. */
export const isNarrowed = ({ attributes, pick, omit }: Projected): boolean =>
  (attributes ?? pick ?? omit) !== undefined;

/** Whether anything of an entity is shown. */
export const isShown = (entity: Entity, projected: Projected): boolean =>
  !isNarrowed(projected) || Object.keys(project(entity, projected)).length > 0;

function ofDatasets(entity: Entity, datasets: ReadonlySet<string | undefined>): Entity {
  const result: Entity = { ...entity };
  for (const name of attributeNames(entity)) {
    const instances = instancesOf(entity, name).filter(({ datasetId }) => datasets.has(datasetId));
    if (instances.length === 0) delete result[name];
    else result[name] = oneOrAll(instances);
  }
  return result;
}

/** A normalized entity in another format. */
export function represent(entity: Entity, format: Format): JsonObject {
  const write = WRITERS[format];
  return Object.fromEntries(
    Object.entries(entity).map(([name, member]) => [
      name,
      ENTITY_MEMBERS.has(name) ? (member as JsonValue) : write(instancesOf(entity, name)),
    ]),
  );
}

const WRITERS: Record<Format, (instances: Attribute[]) => JsonValue> = {
  normalized: (instances) => oneOrAll(instances) as JsonValue,
  concise: conciseAll,
  simplified,
};

const oneOrAll = <T>(items: T[]): T | T[] =>
  items.length === 1 && items[0] !== undefined ? items[0] : items;

function simplified(instances: Attribute[]): JsonValue {
  const [only] = instances;
  if (instances.length === 1 && only !== undefined && only.datasetId === undefined)
    return simplifiedValue(only);
  const dataset = instances.map(
    (instance) => [instance.datasetId ?? '@none', simplifiedValue(instance)] as const,
  );
  return { dataset: Object.fromEntries(dataset) };
}

/** The value alone, but for kinds that could not be told from a Property then. */
function simplifiedValue(attribute: Attribute): JsonValue {
  const member = VALUE_MEMBER[attribute.type];
  const value = (attribute[member] ?? null) as JsonValue;
  switch (attribute.type) {
    case 'LanguageProperty':
    case 'VocabProperty':
    case 'JsonProperty':
      return { [member]: value };
    case 'Relationship':
    case 'ListRelationship':
      return simplifiedLink(attribute, objectsOf(attribute.type, value));
    default:
      return value;
  }
}

/** Entities that were retrieved with the relationship stand for it. */
function simplifiedLink(attribute: Attribute, objects: JsonValue): JsonValue {
  const linked = (attribute['entity'] ?? attribute['entityList']) as JsonValue | undefined;
  if (linked === undefined) return objects;
  const write = (entity: JsonValue) => represent(entity as Entity, 'simplified');
  return Array.isArray(linked) ? linked.map(write) : write(linked);
}

const objectsOf = (type: Attribute['type'], value: JsonValue): JsonValue =>
  type === 'ListRelationship' && Array.isArray(value)
    ? value.map((item) => (isObject(item) ? (item['object'] ?? null) : item))
    : value;

/** Among several instances, each has members, so that they are known for instances. */
function conciseAll(instances: Attribute[]): JsonValue {
  const [only] = instances;
  return instances.length === 1 && only !== undefined ? bare(only) : instances.map(concise);
}

/** A value that stands alone is written alone, where it is no object that could be taken for something else. */
function bare(attribute: Attribute): JsonValue {
  const members = concise(attribute);
  const { value } = members;
  if (Object.keys(members).length > 1 || value === undefined) return members;
  const isPlain = attribute.type === 'GeoProperty' ? looksLikeGeometry(value) : typeof value !== 'object';
  return isPlain ? value : members;
}

/** Without the type, which the value's member tells. */
function concise({ type, ...rest }: Attribute): JsonObject {
  const members: JsonObject = {};
  for (const [name, member] of Object.entries(rest)) {
    members[name] = ATTRIBUTE_MEMBERS.has(name)
      ? conciseMember(type, name, member as JsonValue)
      : conciseAll([member as Attribute | Attribute[]].flat());
  }
  return members;
}

function conciseMember(type: Attribute['type'], name: string, value: JsonValue): JsonValue {
  if (name === 'entity' || name === 'entityList') {
    const write = (entity: JsonValue) => represent(entity as Entity, 'concise');
    return Array.isArray(value) ? value.map(write) : write(value);
  }
  return name === 'objectList' ? objectsOf(type, value) : value;
}

/**
 * An entity as a Feature of GeoJSON (clauses 4.5.16 and 4.5.17); `whole` is the entity with all of its attributes, where
 * the geometry is taken from.
 */
export function asFeature(
  entity: Entity,
  format: Format,
  geometryProperty: string,
  whole: Entity = entity,
): JsonObject {
  const { id, ...properties } = represent(entity, format);
  const instances = instancesOf(whole, geometryProperty);
  const geometry = instances.find(({ datasetId }) => datasetId === undefined) ?? instances[0];
  return {
    id: id ?? whole.id,
    type: 'Feature',
    geometry:
      geometry?.type === 'GeoProperty' && asGeometry(geometry.value) ? (geometry.value ?? null) : null,
    properties,
  };
}
