import { Controller, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Roles } from '../auth/access';
import { EntityIdPipe } from '../citizen-reports/entity-id.pipe';
import { NoQueryDto } from '../common/validation/no-query.dto';
import { DocumentClassify, DocumentSimilar } from './classification-operations';
import { toClassificationResult } from './classification-presenter';
import { ClassificationService } from './classification.service';
import type { ClassificationResultDto } from './dto/classification-result.dto';
import type { SimilarReportsDto } from './dto/similar-reports.dto';

@ApiTags('Citizen reports')
@Controller({ path: 'citizen-reports', version: '1' })
export class ClassificationController {
  constructor(private readonly classification: ClassificationService) {}

  @Post('classify/:entity_id')
  @HttpCode(HttpStatus.OK)
  @Roles('city_official', 'admin')
  @DocumentClassify()
  async classify(
    @Param('entity_id', EntityIdPipe) id: string,
    @Query() _query: NoQueryDto,
  ): Promise<ClassificationResultDto> {
    return toClassificationResult(await this.classification.classify(id));
  }

  @Get(':entity_id/similar')
  @Roles()
  @DocumentSimilar()
  async similar(
    @Param('entity_id', EntityIdPipe) id: string,
    @Query() _query: NoQueryDto,
  ): Promise<SimilarReportsDto> {
    return { entity_id: id, similar: await this.classification.similar(id) };
  }
}
