import { ATTRIBUTE_MEMBERS, VALUE_MEMBER } from './attribute-kinds';
import { type Attribute, type Entity, ENTITY_MEMBERS, type JsonObject, type JsonValue } from './entity';
import { looksLikeGeometry } from './geometry';
import { instancesOf } from './normalize-entity';

/** How attributes are written (ETSI GS CIM 009, clauses 4.5.2.2, 4.5.2.3 and 4.5.4). */
export type Format = 'normalized' | 'concise' | 'simplified';

/** Which members of an entity are shown. */
export interface Projected {
  /** Only these. */
  pick?: readonly string[];
  /** All but these. */
  omit?: readonly string[];
}

/** An entity with some of its members; `id` and `type` are shown unless `omit` says otherwise. */
export function project(entity: Entity, { pick, omit = [] }: Projected): Entity {
  const shown = Object.entries(entity).filter(
    ([name]) =>
      (pick === undefined || ENTITY_MEMBERS.has(name) || pick.includes(name)) && !omit.includes(name),
  );
  return Object.fromEntries(shown) as Entity;
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
  concise: (instances) => oneOrAll(instances.map(concise)),
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
  return ['LanguageProperty', 'VocabProperty', 'JsonProperty'].includes(attribute.type)
    ? { [member]: value }
    : value;
}

/** Without the type, which the value's member tells; a value that stands alone is written alone. */
function concise({ type, ...rest }: Attribute): JsonValue {
  const members: JsonObject = {};
  for (const [name, member] of Object.entries(rest)) {
    members[name] = ATTRIBUTE_MEMBERS.has(name) ? (member as JsonValue) : concise(member as Attribute);
  }
  const { value } = members;
  const alone = Object.keys(members).length === 1 && value !== undefined;
  if (!alone) return members;
  const isPlain = type === 'GeoProperty' ? looksLikeGeometry(value) : typeof value !== 'object';
  return isPlain ? value : members;
}

/** An entity as a Feature of GeoJSON (clause 4.5.16). */
export function asFeature(entity: Entity, format: Format, geometryProperty: string): JsonObject {
  const { id, ...properties } = represent(entity, format);
  const [geometry] = instancesOf(entity, geometryProperty);
  return {
    id: id ?? null,
    type: 'Feature',
    geometry: geometry?.type === 'GeoProperty' ? (geometry.value ?? null) : null,
    properties,
  };
}
