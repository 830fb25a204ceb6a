import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { CITIZEN_REPORT } from '../citizen-report';
import {
  DateTimePropertyDto,
  GeoPropertyDto,
  PropertyDto,
  TextPropertyDto,
  TextsPropertyDto,
} from './attribute.dto';
import { ENTITY_TYPE, propertyOf } from './json-schema';
import { REFERENCED, VALUES } from './report-values';

const CORE_CONTEXT = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context.jsonld';

/**
 * A report as NGSI-LD entity, normalized. Reports from other systems may lack any attribute but `id` and `type`, have
 * more of them and of other kinds, and have statuses and categories of their own.
 */
@ApiExtraModels(...REFERENCED)
export class ReportEntityDto {
  /** The address of the JSON-LD context, or several. */
  @ApiProperty({ ...ENTITY_TYPE, example: CORE_CONTEXT })
  '@context'!: string | string[];

  /** @example 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  id!: string;

  @ApiProperty({ ...ENTITY_TYPE, example: CITIZEN_REPORT })
  type!: string | string[];

  @ApiProperty({
    required: false,
    example: {
      type: 'Property',
      value: 'Đèn đường trước cổng trường không sáng ba hôm nay, buổi tối rất nguy hiểm.',
    },
  })
  description?: TextPropertyDto;

  location?: GeoPropertyDto;

  @ApiProperty({ required: false, example: { type: 'Property', value: 'Đèn đường hỏng' } })
  title?: TextPropertyDto;

  @ApiProperty({ required: false, example: { type: 'Property', value: 'streetlight' } })
  category?: TextPropertyDto;

  reportedBy?: TextPropertyDto;

  images?: TextsPropertyDto;

  /** The place in words; in reports from other systems also an object. */
  @ApiProperty(propertyOf(VALUES.address))
  address?: PropertyDto;

  @ApiProperty({ example: { type: 'Property', value: 'pending' }, ...propertyOf(VALUES.status) })
  status?: PropertyDto;

  @ApiProperty({ example: { type: 'Property', value: 'high' }, ...propertyOf(VALUES.priority) })
  priority?: PropertyDto;

  /** The person or team that takes care of it, for everyone to read who may read the report, citizens too. */
  assignedTo?: TextPropertyDto;

  /** Notes of the officials, for everyone to read who may read the report, citizens too. */
  notes?: TextPropertyDto;

  /** How sure the classifier is of the category, 0 to 1. */
  @ApiProperty({ example: { type: 'Property', value: 0.91 }, ...propertyOf(VALUES.categoryConfidence) })
  categoryConfidence?: PropertyDto;

  /** Other categories with their confidence, the likeliest first. */
  @ApiProperty({
    example: { type: 'Property', value: [{ category: 'traffic_signs_signals', confidence: 0.05 }] },
    ...propertyOf(VALUES.alternatives),
  })
  alternatives?: PropertyDto;

  /** Whether the classifier is so unsure that somebody should look at the category. */
  @ApiProperty({ example: { type: 'Property', value: false }, ...propertyOf(VALUES.needsReview) })
  needsReview?: PropertyDto;

  /** The sum that the priority comes from, 0 to 1. */
  @ApiProperty({ example: { type: 'Property', value: 0.74 }, ...propertyOf(VALUES.priorityScore) })
  priorityScore?: PropertyDto;

  /** The terms of that sum in words. */
  priorityReason?: TextPropertyDto;

  /** Places nearby that people depend on, and what they add to the score. */
  @ApiProperty(propertyOf(VALUES.poiProximity))
  poiProximity?: PropertyDto;

  /** Open reports nearby that may be of the same thing, with distance and similarity. */
  @ApiProperty(propertyOf(VALUES.possibleDuplicates))
  possibleDuplicates?: PropertyDto;

  classifiedAt?: DateTimePropertyDto;

  @ApiProperty({ required: false, example: { type: 'Property', value: 'embedded/1' } })
  classifiedBy?: TextPropertyDto;

  dateCreated?: DateTimePropertyDto;

  dateModified?: DateTimePropertyDto;
}
