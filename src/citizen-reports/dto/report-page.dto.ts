import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { PageMetaDto } from '../../common/pagination/page-meta.dto';
import { ReportDto } from './report.dto';
import { ReportEntityDto } from './report-entity.dto';

/** A part of a list of reports. */
@ApiExtraModels(ReportDto, ReportEntityDto)
export class ReportPageDto {
  /** Plain values, or entities with `options=normalized`. */
  @ApiProperty({
    type: 'array',
    items: { anyOf: [{ $ref: getSchemaPath(ReportDto) }, { $ref: getSchemaPath(ReportEntityDto) }] },
  })
  data!: object[];

  meta!: PageMetaDto;
}
