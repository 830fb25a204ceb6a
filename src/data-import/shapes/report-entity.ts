import { v5 as uuidOf } from 'uuid';
import { CITIZEN_REPORT } from '../../citizen-reports/citizen-report';
import { type Attributes, type Entity, property } from '../../ngsi-ld/entity';
import { type ReportFields, reportAttributes } from './report-attributes';
import type { RowOrigin } from './row-shape';

/** Namespace of the UUIDs (RFC 9562, version 5) that stand for rows. Never to change: ids would. */
export const ROW_NAMESPACE = 'b0f1c8f6-52f5-4f0e-9a55-6f2f4e0d7a41';

const ID_PREFIX = `urn:ngsi-ld:${CITIZEN_REPORT}:`;

/**
 * A new report entity whose id is the same each time the row is imported: made from the source and the report's id
 * there, or, where it has none, from what does not change about it.
 */
export function reportEntity(
  fields: ReportFields,
  { source, categories }: RowOrigin,
  sourceId: string | undefined,
): Entity {
  const attributes = reportAttributes(fields, categories);
  return {
    id: sourceId === undefined ? ID_PREFIX + contentKey(fields, attributes) : idFrom(source, sourceId),
    type: CITIZEN_REPORT,
    ...attributes,
    source: property(source),
  };
}

function idFrom(source: string, sourceId: string): string {
  if (sourceId.startsWith(ID_PREFIX)) {
    return sourceId;
  }
  const key = /^[\w.-]{1,100}$/.test(sourceId) ? sourceId : uuidOf(sourceId, ROW_NAMESPACE);
  return `${ID_PREFIX}${source}-${key}`;
}

function contentKey({ title, dateCreated }: ReportFields, attributes: Attributes): string {
  const { description, location } = attributes;
  const content = [description?.value, title ?? null, location?.value, dateCreated?.toISOString() ?? null];
  return uuidOf(JSON.stringify(content), ROW_NAMESPACE);
}
