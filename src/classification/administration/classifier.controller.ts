import { Controller, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Roles } from '../../auth/access';
import { ApiErrors } from '../../common/errors/api-errors.decorator';
import { NoQueryDto } from '../../common/validation/no-query.dto';
import { Environment } from '../../config/environment';
import { AutomaticClassification } from '../automatic/automatic-classification.service';
import { ClassifierTraining } from '../corrections/classifier-training.service';
import type { EvaluationSummary } from '../evaluation/evaluate';
import { ShadowComparison } from '../shadow/shadow-comparison.service';
import { TextClassifier } from '../text-classifier';
import { ClassifierDto, type EvaluationDto, RetrainingDto } from './classifier.dto';

@ApiTags('Administration')
@Controller('admin/classifier')
export class ClassifierController {
  constructor(
    private readonly classifier: TextClassifier,
    private readonly training: ClassifierTraining,
    private readonly automatic: AutomaticClassification,
    private readonly shadow: ShadowComparison,
    private readonly environment: Environment,
  ) {}

  @Get()
  @Roles('admin')
  @ApiOperation({ operationId: 'getClassifier', summary: 'What classifies reports, and how it gets on' })
  @ApiOkResponse({ type: ClassifierDto })
  @ApiErrors(422, 500)
  get(@Query() _query: NoQueryDto): ClassifierDto {
    return {
      classifier: this.classifier.name,
      review_threshold: this.environment.REVIEW_THRESHOLD,
      automatic: this.environment.AUTO_CLASSIFY,
      waiting: this.automatic.waiting,
      shadow: this.shadow.agreement,
    };
  }

  @Post('retrain')
  @HttpCode(HttpStatus.OK)
  @Roles('admin')
  @ApiOperation({
    operationId: 'retrainClassifier',
    summary: 'Let the embedded classifier learn from corrections',
    description:
      'It also does so at every start. The answer says how well the corrected texts were told before and after; each ' +
      'is judged by a model that has not learned it.',
  })
  @ApiOkResponse({ type: RetrainingDto })
  @ApiErrors(422, 500, 503)
  async retrain(@Query() _query: NoQueryDto): Promise<RetrainingDto> {
    const { corrections, before, after } = await this.training.retrain();
    return { corrections, before: toDto(before), after: toDto(after) };
  }
}

const toDto = ({
  rows,
  accuracy,
  macroF1,
  topThree,
  calibrationError,
}: EvaluationSummary): EvaluationDto => ({
  texts: rows,
  accuracy,
  macro_f1: macroF1,
  top_three: topThree,
  calibration_error: calibrationError,
});
