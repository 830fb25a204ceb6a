import { ApiProperty } from '@nestjs/swagger';
import { CITIZEN_REPORT } from '../citizen-report';
import { GeoJsonPointDto } from './geo-json-point.dto';
import { ANY_JSON, ENTITY_TYPE } from './json-schema';

/**
 * A report as plain values: the simplified (keyValues) representation of NGSI-LD, with points in time as ISO 8601
 * strings. Reports from other systems may lack any attribute but `id` and `type`, have more of them, and have statuses
 * and categories of their own.
 */
export class ReportDto {
  /** @example 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  id!: string;

  @ApiProperty({ ...ENTITY_TYPE, example: CITIZEN_REPORT })
  type!: string | string[];

  /** @example 'Đèn đường trước cổng trường không sáng ba hôm nay, buổi tối rất nguy hiểm.' */
  description?: string;

  location?: GeoJsonPointDto;

  /** @example 'Đèn đường hỏng' */
  title?: string;

  /** @example 'streetlight' */
  category?: string;

  /** @example 'Nguyễn Thị Mai' */
  reportedBy?: string;

  /** @example ['https://images.example.org/2026/11/streetlight-15.jpg'] */
  images?: string[];

  /** The place in words; in reports from other systems also an object. */
  @ApiProperty({ required: false, example: '12 Nguyễn Huệ, Quận 1, Thành phố Hồ Chí Minh', ...ANY_JSON })
  address?: unknown;

  /** @example 'acknowledged' */
  status?: string;

  /** @example 'high' */
  priority?: string;

  /** @example 'Đội chiếu sáng Quận 1' */
  assignedTo?: string;

  /** @example 'Lamp ordered, crew comes on Thursday.' */
  notes?: string;

  /** ISO 8601.
   * @example '2026-11-21T10:30:00.000Z' */
  dateCreated?: string;

  /** ISO 8601.
   * @example '2026-11-21T14:05:12.000Z' */
  dateModified?: string;
}
