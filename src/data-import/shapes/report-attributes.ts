import { PRIORITIES, type Status, STATUSES } from '../../citizen-reports/citizen-report';
import { ValidationPipe } from '../../common/validation/validation.pipe';
import {
  type Attributes,
  dateTime,
  geoProperty,
  type JsonObject,
  type JsonValue,
  property,
} from '../../ngsi-ld/entity';
import { RowError } from '../row';
import { ImportedReportDto } from './imported-report.dto';

/** What a row says about a report, in the words of its source. */
export interface ReportFields {
  description?: string;
  title?: string;
  /** GeoJSON Point. */
  location?: JsonObject;
  category?: string;
  status?: string;
  priority?: string;
  address?: string;
  images?: string[];
  reportedBy?: string;
  assignedTo?: string;
  notes?: string;
  dateCreated?: Date;
  dateModified?: Date;
}

const STATUS_SYNONYMS: ReadonlyMap<string, Status> = new Map([
  ['open', 'pending'],
  ['new', 'pending'],
  ['archived', 'closed'],
]);

const validation = new ValidationPipe();

/**
 * The attributes of a report as the service itself writes them. A category, status or priority that the service does
 * not know is left to those who classify and follow up; its name is kept as `sourceCategory` and the like.
 *
 * @throws RowError, or ValidationError by the rules of the service's interface.
 */
export function reportAttributes(fields: ReportFields, categories: readonly string[]): Attributes {
  if (fields.location === undefined) {
    throw new RowError(
      'no position: give location (a GeoJSON Point), lat and lng, or latitude and longitude',
    );
  }
  const description = fields.description ?? fields.title;
  if (description === undefined) {
    throw new RowError('no description or title');
  }
  const { dateCreated = new Date(), dateModified = dateCreated, ...stated } = fields;
  const { own, foreign } = inOwnWords(stated, categories);
  const location = planePoint(fields.location);
  const report = defined({ ...own, description, location });
  validation.transform(report, { type: 'body', metatype: ImportedReportDto });
  return {
    ...properties({ status: 'pending', ...report, ...foreign }),
    location: geoProperty(location),
    dateCreated: dateTime(dateCreated),
    dateModified: dateTime(dateModified),
  };
}

function inOwnWords(
  fields: Omit<ReportFields, 'dateCreated' | 'dateModified'>,
  categories: readonly string[],
) {
  const category = ownWord(categories, fields.category);
  const status = ownWord(STATUSES, fields.status) ?? STATUS_SYNONYMS.get(normalize(fields.status));
  const priority = ownWord(PRIORITIES, fields.priority);
  return {
    own: { ...fields, category, status, priority },
    foreign: defined({
      sourceCategory: category === undefined ? fields.category : undefined,
      sourceStatus: status === undefined ? fields.status : undefined,
      sourcePriority: priority === undefined ? fields.priority : undefined,
    }),
  };
}

function ownWord<Word extends string>(words: readonly Word[], label: string | undefined): Word | undefined {
  return words.find((word) => word === normalize(label));
}

const normalize = (label = ''): string =>
  label
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** Reports lie on the ground: an altitude, which GeoJSON allows as third element, is left out. */
function planePoint(location: JsonObject): JsonObject {
  const { type = null, coordinates = null } = location;
  return { type, coordinates: Array.isArray(coordinates) ? coordinates.slice(0, 2) : coordinates };
}

const defined = <Value>(fields: Record<string, Value | undefined>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, Value] => field[1] !== undefined),
  );

const properties = (fields: Record<string, JsonValue>): Attributes =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, property(value)]));
