import { CITIZEN_REPORT } from '../../citizen-reports/citizen-report';
import { plainValue } from '../../citizen-reports/report-representation';
import type { Timeline } from '../../citizen-reports/report-timeline';
import { redactContacts } from '../../common/privacy/redact';
import { attributeOf, type Entity, type JsonValue } from '../../ngsi-ld/entity';
import type { Source } from '../source';

/** What the chatbot may know of a report: who reported it is no part of that, nor how anybody can be reached. */
export interface ReportView {
  id: string;
  title?: string;
  description?: string;
  category?: string;
  status?: string;
  priority?: string;
  address?: string;
  longitude?: number;
  latitude?: number;
  createdAt?: string;
  modifiedAt?: string;
  assignedTo?: string;
  notes?: string;
}

export interface StatusChange {
  at: string;
  from: string | null;
  to: string;
}

/** The longest text of a report that is shown, in characters. */
const LONGEST_TEXT = 600;

/** The longest title of a report without one. */
const LONGEST_TITLE = 80;

export function toView(report: Entity): ReportView {
  const text = (name: string) => shown(valueOf(report, name));
  const [longitude, latitude] = position(report);
  return {
    id: report.id,
    title: text('title'),
    description: text('description'),
    category: text('category'),
    status: text('status'),
    priority: text('priority'),
    address: text('address'),
    longitude,
    latitude,
    createdAt: text('dateCreated'),
    modifiedAt: text('dateModified'),
    assignedTo: text('assignedTo'),
    notes: text('notes'),
  };
}

/** The report as a source of an answer. */
export const sourceOf = (report: ReportView): Source => ({
  id: report.id,
  type: CITIZEN_REPORT,
  title: titleOf(report),
  score: 1,
});

/** Its title, or the beginning of what it says. */
export function titleOf({ id, title, description }: ReportView): string {
  if (title !== undefined) return title;
  if (description === undefined) return id;
  const [line = ''] = description.split('\n');
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…`;
}

/** When the status became what, oldest first. */
export const statusChanges = ({ events }: Timeline): StatusChange[] =>
  events.flatMap(({ at, changes }) =>
    changes.flatMap(({ attribute, from, to }) =>
      attribute === 'status' && typeof to === 'string'
        ? [{ at, from: typeof from === 'string' ? from : null, to }]
        : [],
    ),
  );

function valueOf(report: Entity, name: string): JsonValue {
  const attribute = attributeOf(report, name);
  return attribute === undefined ? null : plainValue(attribute);
}

function shown(value: JsonValue): string | undefined {
  const text = typeof value === 'object' && value !== null ? words(value) : value;
  if (text === null || text === '') return undefined;
  const redacted = redactContacts(String(text));
  return redacted.length <= LONGEST_TEXT ? redacted : `${redacted.slice(0, LONGEST_TEXT)}…`;
}

/** Addresses of other systems are objects of texts. */
const words = (value: object): string =>
  Object.values(value)
    .filter((member) => typeof member === 'string')
    .join(', ');

function position(report: Entity): [longitude?: number, latitude?: number] {
  const value = valueOf(report, 'location') as { type?: unknown; coordinates?: unknown } | null;
  if (value?.type !== 'Point' || !Array.isArray(value.coordinates)) return [];
  const [longitude, latitude] = value.coordinates as unknown[];
  return typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : [];
}
