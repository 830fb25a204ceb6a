import { ApiProperty, OmitType } from '@nestjs/swagger';
import { PageMetaDto } from '../../common/pagination/page-meta.dto';
import { ReportDto } from './report.dto';
import { VALUES } from './report-values';

/** A report's attributes but its place. */
export class ReportPropertiesDto extends OmitType(ReportDto, ['id', 'location']) {}

/** A report as GeoJSON Feature (RFC 7946). */
export class ReportFeatureDto {
  @ApiProperty({ enum: ['Feature'] })
  type!: 'Feature';

  /** @example 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  id!: string;

  /** Null when the report has no place. */
  @ApiProperty({ anyOf: [...VALUES.location.anyOf, { type: 'null' }] })
  geometry!: unknown;

  properties!: ReportPropertiesDto;
}

/** A part of a list of reports as GeoJSON (RFC 7946). */
export class ReportFeatureCollectionDto {
  @ApiProperty({ enum: ['FeatureCollection'] })
  type!: 'FeatureCollection';

  features!: ReportFeatureDto[];

  meta!: PageMetaDto;
}
