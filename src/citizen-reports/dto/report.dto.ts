import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { CITIZEN_REPORT } from '../citizen-report';
import { ENTITY_TYPE } from './json-schema';
import { REFERENCED, VALUES } from './report-values';

/**
 * A report as plain values: the simplified (keyValues) representation of NGSI-LD, with points in time as ISO 8601
 * strings. Reports from other systems may lack any attribute but `id` and `type`, have more of them, and have statuses
 * and categories of their own.
 */
@ApiExtraModels(...REFERENCED)
export class ReportDto {
  /** @example 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  id!: string;

  @ApiProperty({ ...ENTITY_TYPE, example: CITIZEN_REPORT })
  type!: string | string[];

  /** @example 'Đèn đường trước cổng trường không sáng ba hôm nay, buổi tối rất nguy hiểm.' */
  description?: string;

  /** Ours are points; reports from other systems can have other geometries. */
  @ApiProperty({ required: false, ...VALUES.location })
  location?: unknown;

  /** @example 'Đèn đường hỏng' */
  title?: string;

  /** @example 'streetlight' */
  category?: string;

  /** @example 'Nguyễn Thị Mai' */
  reportedBy?: string;

  /** @example ['https://images.example.org/2026/11/streetlight-15.jpg'] */
  images?: string[];

  /** The place in words; in reports from other systems also an object. */
  @ApiProperty({
    required: false,
    example: '12 Nguyễn Huệ, Quận 1, Thành phố Hồ Chí Minh',
    ...VALUES.address,
  })
  address?: unknown;

  @ApiProperty({ required: false, example: 'acknowledged', ...VALUES.status })
  status?: string;

  @ApiProperty({ required: false, example: 'high', ...VALUES.priority })
  priority?: string;

  /** The person or team that takes care of it, for everyone to read who may read the report, citizens too.
   * @example 'Đội chiếu sáng Quận 1' */
  assignedTo?: string;

  /** Notes of the officials, for everyone to read who may read the report, citizens too.
   * @example 'Lamp ordered, crew comes on Thursday.' */
  notes?: string;

  /** How sure the classifier is of the category, 0 to 1. */
  @ApiProperty({ required: false, example: 0.91, ...VALUES.categoryConfidence })
  categoryConfidence?: unknown;

  /** Other categories with their confidence, the likeliest first. */
  @ApiProperty({
    required: false,
    example: [{ category: 'traffic_signs_signals', confidence: 0.05 }],
    ...VALUES.alternatives,
  })
  alternatives?: unknown;

  /** Whether the classifier is so unsure that somebody should look at the category. */
  @ApiProperty({ required: false, example: false, ...VALUES.needsReview })
  needsReview?: unknown;

  /** The sum that the priority comes from, 0 to 1. */
  @ApiProperty({ required: false, example: 0.74, ...VALUES.priorityScore })
  priorityScore?: unknown;

  /** The terms of that sum in words. */
  priorityReason?: string;

  /** Places nearby that people depend on, and what they add to the score. */
  @ApiProperty({ required: false, ...VALUES.poiProximity })
  poiProximity?: unknown;

  /** Open reports nearby that may be of the same thing, with distance and similarity. */
  @ApiProperty({ required: false, ...VALUES.possibleDuplicates })
  possibleDuplicates?: unknown;

  /** ISO 8601. */
  @ApiProperty({ required: false, example: '2026-11-21T10:30:01.000Z', ...VALUES.instant })
  classifiedAt?: string;

  /** @example 'embedded/1' */
  classifiedBy?: string;

  /** ISO 8601. */
  @ApiProperty({ required: false, example: '2026-11-21T10:30:00.000Z', ...VALUES.instant })
  dateCreated?: string;

  /** ISO 8601. */
  @ApiProperty({ required: false, example: '2026-11-21T14:05:12.000Z', ...VALUES.instant })
  dateModified?: string;
}
