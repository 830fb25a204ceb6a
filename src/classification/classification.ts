import type { Priority } from '../citizen-reports/citizen-report';
import {
  type Attributes,
  dateTime,
  type Entity,
  type JsonObject,
  type JsonValue,
  property,
} from '../ngsi-ld/entity';
import type { CategoryDecision } from './category-decision';
import type { ScoredPlace } from './priority/priority';
import type { SimilarReport } from './similar/similar-reports';

/** What became of the classification of a report. */
export interface Classification extends CategoryDecision {
  reportId: string;
  priority: Priority;
  /** 0 to 1. */
  priorityScore: number;
  priorityReason: string;
  places: {
    /** How far was looked, in metres. */
    radius: number;
    nearby: ScoredPlace[];
    /** What they add to the score together. */
    boost: number;
  };
  possibleDuplicates: SimilarReport[];
  /** The name of the classifier. */
  classifier: string;
  at: Date;
}

/** The most places that are listed. */
const MOST_LISTED = 10;

export const listedPlaces = ({ places }: Classification) =>
  places.nearby.slice(0, MOST_LISTED).map(({ id, name, kind, distance, score }) => ({
    id,
    ...(name !== undefined && { name }),
    category: kind.key,
    distance,
    score,
  }));

/** The attributes with which the report's entity carries the classification. */
export function classificationAttributes(result: Classification, report: Entity): Attributes {
  return {
    category: property(result.category),
    categoryConfidence: property(rounded(result.confidence)),
    ...list('alternatives', report, roundedScores(result)),
    needsReview: property(result.needsReview),
    priority: property(result.priority),
    priorityScore: property(result.priorityScore),
    priorityReason: property(result.priorityReason),
    poiProximity: property({
      radius: result.places.radius,
      nearbyPois: listedPlaces(result),
      priorityBoost: result.places.boost,
    }),
    ...list('possibleDuplicates', report, result.possibleDuplicates as unknown as JsonObject[]),
    classifiedAt: dateTime(result.at),
    classifiedBy: property(result.classifier),
    dateModified: dateTime(result.at),
  };
}

export const roundedScores = ({ alternatives }: CategoryDecision) =>
  alternatives.map(({ category, confidence }) => ({ category, confidence: rounded(confidence) }));

export const rounded = (fraction: number): number => Math.round(fraction * 10_000) / 10_000;

/** An empty list says no more than none, and not every broker stores it: it is written only in place of another. */
const list = (name: string, report: Entity, values: JsonValue[]): Attributes =>
  values.length > 0 || name in report ? { [name]: property(values) } : {};
