import { ApiProperty } from '@nestjs/swagger';
import { PRIORITIES, type Priority } from '../../citizen-reports/citizen-report';
import { SimilarReportDto } from './similar-reports.dto';

/** How well a category fits. */
export class CategoryScoreDto {
  /** @example 'traffic_signs_signals' */
  category!: string;

  /** Probability, 0 to 1.
   * @example 0.05 */
  confidence!: number;
}

/** A place nearby that people depend on. */
export class PoiDto {
  /** @example 'urn:ngsi-ld:PointOfInterest:osm-node-860696621' */
  id!: string;

  /** Missing when the place has none.
   * @example 'Trường Tiểu học Hoa Mai' */
  name?: string;

  /** Its kind.
   * @example 'school' */
  category!: string;

  /** In metres.
   * @example 120.4 */
  distance!: number;

  /** What it adds to the priority score.
   * @example 0.247 */
  score!: number;
}

/** The places nearby. */
export class PoiProximityDto {
  /** How far was looked, in metres.
   * @example 500 */
  radius!: number;

  /** The nearest of each kind, heaviest first. */
  @ApiProperty({ type: [PoiDto] })
  nearby_pois!: PoiDto[];

  /** What they add to the priority score together.
   * @example 0.247 */
  priority_boost!: number;
}

/** What became of the classification of a report. */
export class ClassificationResultDto {
  /** @example 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  entity_id!: string;

  /** The classifier's, unless an official corrected it.
   * @example 'streetlight' */
  category!: string;

  /** How sure the classifier is of this category, whoever chose it: a probability, 0 to 1.
   * @example 0.91 */
  confidence!: number;

  /** What else it may be, the likeliest first. */
  @ApiProperty({ type: [CategoryScoreDto] })
  alternatives!: CategoryScoreDto[];

  /** Whether the classifier is so unsure that somebody should look at the category. */
  needs_review!: boolean;

  @ApiProperty({ enum: PRIORITIES, example: 'high' })
  priority!: Priority;

  /** Sum of the terms in the reason, 0 to 1.
   * @example 0.74 */
  priority_score!: number;

  /** @example 'Street light, medium to begin with (+0.35); dangerous wording ("exposed wires", danger from electricity) (+0.40)' */
  priority_reason!: string;

  poi_proximity!: PoiProximityDto;

  /** Open reports nearby that may be of the same thing, the most alike first. */
  @ApiProperty({ type: [SimilarReportDto] })
  possible_duplicates!: SimilarReportDto[];

  /** What classified.
   * @example 'embedded/1' */
  classifier!: string;

  /** ISO 8601, UTC. */
  @ApiProperty({ format: 'date-time', example: '2026-11-21T10:30:00.000Z' })
  updated_at!: string;
}
