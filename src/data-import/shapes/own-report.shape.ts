import type { JsonObject } from '../../ngsi-ld/entity';
import { RowError, textOf } from '../row';
import { pointInTime } from './point-in-time';
import { pointOf } from './position';
import type { ReportFields } from './report-attributes';
import { reportEntity } from './report-entity';
import type { RowShape } from './row-shape';

/** Names under which tables keep the fields of a report, the service's own name first. */
const NAMES = {
  description: ['description', 'text', 'details'],
  title: ['title', 'summary', 'subject'],
  category: ['category'],
  status: ['status'],
  priority: ['priority'],
  address: ['address'],
  images: ['images', 'image', 'imageUrl', 'image_url'],
  reportedBy: ['reportedBy', 'reported_by'],
  assignedTo: ['assignedTo', 'assigned_to'],
  notes: ['notes'],
  dateCreated: ['dateCreated', 'date_created', 'createdAt', 'created_at', 'date'],
  dateModified: ['dateModified', 'date_modified', 'updatedAt', 'updated_at'],
} as const satisfies Record<Exclude<keyof ReportFields, 'location'>, readonly string[]>;

/** Reports in the service's own fields. */
export const ownReportShape: RowShape = {
  recognises: () => true,

  toEntity(row, origin) {
    const text = (field: keyof typeof NAMES) => textOf(row, nameIn(row, field));
    const date = (field: 'dateCreated' | 'dateModified') => {
      const name = nameIn(row, field);
      return pointInTime(name, row[name]);
    };
    const fields: ReportFields = {
      description: text('description'),
      title: text('title'),
      location: pointOf(row),
      category: text('category'),
      status: text('status'),
      priority: text('priority'),
      address: text('address'),
      images: imagesOf(row),
      reportedBy: text('reportedBy'),
      assignedTo: text('assignedTo'),
      notes: text('notes'),
      dateCreated: date('dateCreated'),
      dateModified: date('dateModified'),
    };
    return reportEntity(fields, origin, textOf(row, 'id'));
  },
};

/** The first name that has a value in the row. */
function nameIn(row: JsonObject, field: keyof typeof NAMES): string {
  const names: readonly string[] = NAMES[field];
  return names.find((name) => (row[name] ?? '') !== '') ?? field;
}

/** An array of addresses, or text with addresses separated by white space. */
function imagesOf(row: JsonObject): string[] | undefined {
  const name = nameIn(row, 'images');
  const value = row[name];
  if (!Array.isArray(value)) {
    return textOf(row, name)?.split(/\s+/);
  }
  if (!value.every((element) => typeof element === 'string')) {
    throw new RowError(`${name}: must be addresses of images`);
  }
  return value.length > 0 ? value : undefined;
}
