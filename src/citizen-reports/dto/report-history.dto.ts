import { ApiProperty } from '@nestjs/swagger';
import { PageMetaDto } from '../../common/pagination/page-meta.dto';
import type { JsonValue } from '../../ngsi-ld/entity';
import { ANY_JSON } from './json-schema';

/** The change of one attribute. */
export class AttributeChangeDto {
  /** @example 'status' */
  attribute!: string;

  /** The plain value before; null when there was none. */
  @ApiProperty({ ...ANY_JSON, example: 'pending' })
  from!: JsonValue;

  /** The plain value after. */
  @ApiProperty({ ...ANY_JSON, example: 'acknowledged' })
  to!: JsonValue;
}

/** What changed at one time. */
export class ReportEventDto {
  /** ISO 8601, UTC.
   * @example '2026-11-21T14:05:12.000Z' */
  at!: string;

  changes!: AttributeChangeDto[];
}

/** What happened to a report. */
export class ReportHistoryDto {
  /** @example 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  entity_id!: string;

  /** The first event is the creation, all of its values coming from null. */
  events!: ReportEventDto[];

  /** False when the broker holds so many values of an attribute that only the newest 1000 were looked at. */
  complete!: boolean;

  meta!: PageMetaDto;
}
