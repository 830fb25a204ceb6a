import { namedIn } from '../context/name-entity';
import type { Terms } from '../context/terms';
import { attributeWithoutExpiry } from '../model/attribute-expiry';
import { formatDateTime } from '../model/date-time';
import type { Attribute, Entity, JsonObject } from '../model/entity';
import { inLanguage } from '../model/language';
import { SCOPE } from '../store/history-table';
import { aggregatedValues } from './aggregated-representation';
import { InstanceIds } from './instance-id';
import type { TemporalForm } from './temporal-parameters';
import type { InstanceRow, TemporalEntity, TemporalFilter } from './temporal-query';
import { temporalValues, type TimedInstance, withoutValues } from './temporal-values';

/** How the evolution of entities is written. */
export interface TemporalWriting extends TemporalForm {
  filter: TemporalFilter;
  terms: Terms;
  /** Whether a member of the entity is shown. */
  shows: (this: void, member: string) => boolean;
  /** The languages that texts are wanted in, best first. */
  languages?: string[];
}

/** The temporal representation of an entity (ETSI GS CIM 009, clauses 4.5.6 to 4.5.9 and 4.5.19). */
export function temporalRepresentation(entity: TemporalEntity, writing: TemporalWriting): JsonObject {
  const { terms, format } = writing;
  const json: JsonObject = { ...members(entity, writing) };
  if (entity.aggregated !== undefined) return { ...json, ...aggregatedValues(entity.aggregated, terms) };
  for (const { attribute, body } of entity.emptied) {
    const { type } = JSON.parse(body) as Attribute;
    json[terms.toTerm(attribute)] = format === 'temporalValues' ? withoutValues(type) : [];
  }
  for (const [name, rows] of byAttribute(entity)) {
    const instances = instancesOf(entity, name, rows, writing);
    json[terms.toTerm(name)] =
      format === 'temporalValues'
        ? temporalValues(instances, writing.filter)
        : instances.map((instance) => withTimes(instance, writing));
  }
  return json;
}

function members(entity: TemporalEntity, { terms, sysAttrs, shows }: TemporalWriting): JsonObject {
  const types = entity.types.map((type) => terms.toTerm(type));
  const [type] = types;
  return {
    ...(shows('id') && { id: entity.id }),
    ...(shows('type') && { type: types.length === 1 && type !== undefined ? type : types }),
    ...(sysAttrs && shows('createdAt') && { createdAt: formatDateTime(entity.created_at) }),
    ...(sysAttrs && shows('modifiedAt') && { modifiedAt: formatDateTime(entity.modified_at) }),
    ...(entity.deleted_at !== null && shows('deletedAt') && { deletedAt: formatDateTime(entity.deleted_at) }),
  };
}

function byAttribute({ instances }: TemporalEntity): Map<string, InstanceRow[]> {
  const attributes = new Map<string, InstanceRow[]>();
  for (const row of instances) {
    const rows = attributes.get(row.attribute);
    if (rows === undefined) attributes.set(row.attribute, [row]);
    else rows.push(row);
  }
  return attributes;
}

/** The instances of an attribute with the names of the context, and their ids. */
function instancesOf(
  { id }: TemporalEntity,
  name: string,
  rows: readonly InstanceRow[],
  { terms, languages }: TemporalWriting,
): TimedInstance[] {
  const ids = new Map<string, InstanceIds>();
  return rows.map((row) => {
    const parsed = { id, type: '', [name]: JSON.parse(row.body) as Attribute };
    const translated: Entity = languages === undefined ? parsed : inLanguage(parsed, languages);
    const named = namedIn(terms, translated)[terms.toTerm(name)] ?? translated[name];
    const attribute = named as Attribute;
    if (name === SCOPE) return { row, attribute };
    const known = ids.get(row.dataset_id) ?? new InstanceIds(id, name, row.dataset_id);
    ids.set(row.dataset_id, known);
    return { row, attribute, instanceId: row.instance_id ?? known.at(row.modified_at) };
  });
}

/** An instance with the time that was asked about, and all of its times when they are wanted. */
function withTimes(
  { row, attribute, instanceId }: TimedInstance,
  { filter: { timeProperty }, sysAttrs }: TemporalWriting,
): JsonObject {
  return {
    ...((sysAttrs ? attribute : attributeWithoutExpiry(attribute)) as JsonObject),
    ...(instanceId !== undefined && { instanceId }),
    ...((sysAttrs || timeProperty === 'createdAt') && { createdAt: formatDateTime(row.created_at) }),
    ...((sysAttrs || timeProperty === 'modifiedAt') && { modifiedAt: formatDateTime(row.modified_at) }),
    ...(row.deleted === 1 && { deletedAt: formatDateTime(row.modified_at) }),
  };
}
