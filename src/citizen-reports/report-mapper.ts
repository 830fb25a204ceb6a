import { v7 as uuidv7 } from 'uuid';
import {
  type Attributes,
  dateTime,
  type Entity,
  geoProperty,
  type JsonValue,
  property,
} from '../ngsi-ld/entity';
import { CITIZEN_REPORT, type Status } from './citizen-report';
import type { CreateReportDto } from './dto/create-report.dto';
import type { PointDto } from './dto/point.dto';
import type { UpdateReportDto } from './dto/update-report.dto';

/** The reason of a priority that an official chose. */
export const SET_BY_OFFICIAL = 'set by an official';

const FIRST_STATUS: Status = 'pending';

/** The entity of a report that a citizen makes now. */
export function newReport(report: CreateReportDto, now: Date): Entity {
  const { title, category, reportedBy, address } = report;
  // A list without elements says no more than no list, and not every broker stores it.
  const images = report.images?.length ? report.images : undefined;
  return {
    id: `urn:ngsi-ld:${CITIZEN_REPORT}:${uuidv7()}`,
    type: CITIZEN_REPORT,
    description: property(report.description),
    location: geoProperty(toGeoJson(report.location)),
    ...properties({ title, category, reportedBy, images, address }),
    status: property(FIRST_STATUS),
    dateCreated: dateTime(now),
    dateModified: dateTime(now),
  };
}

/** The attributes that an update of now sets. */
export function changedAttributes(
  { status, assignedTo, notes, category, priority }: UpdateReportDto,
  now: Date,
): Attributes {
  return {
    ...properties({ status, assignedTo, notes, category, priority }),
    dateModified: dateTime(now),
  };
}

/** What a classified report says of itself otherwise, once an official corrected it. */
export const correctionMarks = (report: Entity, { category, priority }: UpdateReportDto): Attributes => ({
  ...(category !== undefined && 'needsReview' in report && { needsReview: property(false) }),
  ...(priority !== undefined && 'priorityReason' in report && { priorityReason: property(SET_BY_OFFICIAL) }),
});

const toGeoJson = ({ type, coordinates }: PointDto): JsonValue => ({
  type,
  coordinates: [coordinates[0], coordinates[1]],
});

function properties(values: Record<string, JsonValue | undefined>): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) attributes[name] = property(value);
  }
  return attributes;
}
