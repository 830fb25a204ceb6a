import { ApiProperty } from '@nestjs/swagger';
import { CITIZEN_REPORT } from '../citizen-report';
import {
  DateTimePropertyDto,
  GeoPropertyDto,
  PropertyDto,
  TextPropertyDto,
  TextsPropertyDto,
} from './attribute.dto';
import { ENTITY_TYPE } from './json-schema';

const CORE_CONTEXT = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context.jsonld';

/**
 * A report as NGSI-LD entity, normalized. Reports from other systems may lack any attribute but `id` and `type`, have
 * more of them and of other kinds, and have statuses and categories of their own.
 */
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
  address?: PropertyDto;

  @ApiProperty({ required: false, example: { type: 'Property', value: 'pending' } })
  status?: TextPropertyDto;

  @ApiProperty({ required: false, example: { type: 'Property', value: 'high' } })
  priority?: TextPropertyDto;

  assignedTo?: TextPropertyDto;

  notes?: TextPropertyDto;

  dateCreated?: DateTimePropertyDto;

  dateModified?: DateTimePropertyDto;
}
