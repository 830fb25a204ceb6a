import { VALUE_MEMBER } from '../model/attribute-kinds';
import { formatDateTime } from '../model/date-time';
import type { Attribute, JsonObject, JsonValue } from '../model/entity';
import type { TemporalForm } from './temporal-parameters';
import type { InstanceRow, TemporalEntity, TimeProperty } from './temporal-query';

/** The temporal representation of an entity (ETSI GS CIM 009, clause 4.5.7): attributes are arrays of instances. */
export function temporalRepresentation(
  entity: TemporalEntity,
  timeProperty: TimeProperty,
  form: TemporalForm,
): JsonObject {
  const attributes = new Map<string, InstanceRow[]>();
  for (const row of entity.instances) {
    const rows = attributes.get(row.attribute);
    if (rows === undefined) attributes.set(row.attribute, [row]);
    else rows.push(row);
  }
  const [type, ...more] = entity.types;
  return {
    id: entity.id,
    type: more.length === 0 ? (type ?? null) : entity.types,
    ...(form.sysAttrs && {
      createdAt: formatDateTime(entity.created_at),
      modifiedAt: formatDateTime(entity.modified_at),
    }),
    ...(entity.deleted_at !== null && { deletedAt: formatDateTime(entity.deleted_at) }),
    ...Object.fromEntries(
      [...attributes].map(([name, rows]) => [
        name,
        form.temporalValues
          ? temporalValues(rows, timeProperty)
          : rows.map((row) => instance(row, timeProperty, form)),
      ]),
    ),
  };
}

/** An instance with the time that was asked about, and all of its times when they are wanted. */
function instance(row: InstanceRow, timeProperty: TimeProperty, { sysAttrs }: TemporalForm): JsonObject {
  return {
    ...(JSON.parse(row.body) as JsonObject),
    ...((sysAttrs || timeProperty === 'createdAt') && { createdAt: formatDateTime(row.created_at) }),
    ...((sysAttrs || timeProperty === 'modifiedAt') && { modifiedAt: formatDateTime(row.modified_at) }),
    ...(row.deleted === 1 && { deletedAt: formatDateTime(row.modified_at) }),
  };
}

/** The simplified temporal representation (clause 4.5.9). */
function temporalValues(rows: readonly InstanceRow[], timeProperty: TimeProperty): JsonObject {
  const instances = rows.map((row) => ({ row, attribute: JSON.parse(row.body) as Attribute }));
  const [first] = instances;
  const type = first?.attribute.type ?? 'Property';
  const plural = VALUE_MEMBER[type] === 'object' ? 'objects' : `${VALUE_MEMBER[type]}s`;
  const pairs = instances.map(({ row, attribute }): JsonValue => {
    const value = (attribute[VALUE_MEMBER[attribute.type]] ?? null) as JsonValue;
    return [value, timeOf(row, attribute, timeProperty)];
  });
  return { type, [plural]: pairs };
}

function timeOf(row: InstanceRow, attribute: Attribute, timeProperty: TimeProperty): string {
  if (timeProperty === 'createdAt') return formatDateTime(row.created_at);
  return timeProperty === 'observedAt' && attribute.observedAt !== undefined
    ? attribute.observedAt
    : formatDateTime(row.modified_at);
}
