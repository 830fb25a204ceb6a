import { isAttributeType, VALUE_MEMBER } from '../model/attribute-kinds';
import { formatDateTime } from '../model/date-time';
import type { Attribute, AttributeType, JsonObject, JsonValue } from '../model/entity';
import { isObject } from '../model/json';
import type { InstanceRow, TemporalFilter } from './temporal-query';

/** An instance as it is written, and where it comes from. */
export interface TimedInstance {
  row: InstanceRow;
  attribute: Attribute;
  /** The scope has none. */
  instanceId?: string;
}

/** The member that holds the values of each kind of attribute. */
const PLURALS: Record<AttributeType, string> = {
  Property: 'values',
  GeoProperty: 'values',
  Relationship: 'objects',
  LanguageProperty: 'languageMaps',
  VocabProperty: 'vocabs',
  JsonProperty: 'jsons',
  ListProperty: 'valueLists',
  ListRelationship: 'objectLists',
};

/**
 * The simplified temporal representation of an attribute (ETSI GS CIM 009, clause 4.5.9): values with their times.
 * Several datasets are an array.
 */
export function temporalValues(instances: readonly TimedInstance[], filter: TemporalFilter): JsonValue {
  const datasets = new Map<string, TimedInstance[]>();
  for (const instance of instances) {
    const key = JSON.stringify([instance.row.dataset_id, instance.attribute.type]);
    const dataset = datasets.get(key);
    if (dataset === undefined) datasets.set(key, [instance]);
    else dataset.push(instance);
  }
  const written = [...datasets.values()].map((dataset) => valuesOf(dataset, filter));
  return written.length === 1 ? (written[0] ?? []) : written;
}

/** The same of an attribute of which no value is left. */
export const withoutValues = (type: AttributeType): JsonObject => ({ type, [PLURALS[type]]: [] });

function valuesOf(instances: readonly TimedInstance[], filter: TemporalFilter): JsonObject {
  const type = instances[0]?.attribute.type;
  const datasetId = instances[0]?.attribute.datasetId;
  const kind = isAttributeType(type) ? type : 'Property';
  return {
    type: kind,
    ...(datasetId !== undefined && { datasetId }),
    [PLURALS[kind]]: instances.map(({ row, attribute }) => [
      valueOf(attribute),
      timeOf(row, attribute, filter),
    ]),
  };
}

/** The value alone, but for kinds that could not be told from a Property then. */
function valueOf(attribute: Attribute): JsonValue {
  const member = VALUE_MEMBER[attribute.type];
  const value = (attribute[member] ?? null) as JsonValue;
  switch (attribute.type) {
    case 'LanguageProperty':
    case 'VocabProperty':
    case 'JsonProperty':
      return { [member]: value };
    case 'ListRelationship':
      return Array.isArray(value)
        ? value.map((item) => (isObject(item) ? (item['object'] ?? null) : item))
        : value;
    default:
      return value;
  }
}

function timeOf(row: InstanceRow, attribute: Attribute, { timeProperty }: TemporalFilter): string {
  if (timeProperty === 'createdAt') return formatDateTime(row.created_at);
  return timeProperty === 'observedAt' && attribute.observedAt !== undefined
    ? attribute.observedAt
    : formatDateTime(row.modified_at);
}
