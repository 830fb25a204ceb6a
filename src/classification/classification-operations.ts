import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { EntityId } from '../citizen-reports/report-operations';
import { ApiErrors, BROKER_ERRORS } from '../common/errors/api-errors.decorator';
import { ClassificationResultDto } from './dto/classification-result.dto';
import { SimilarReportsDto } from './dto/similar-reports.dto';

export const DocumentClassify = () =>
  applyDecorators(
    ApiOperation({
      operationId: 'classifyReport',
      summary: 'Find out what a report is about and how urgent it is',
      description:
        'Category and priority are written to the report, with the reasons. What an official corrected stays, and ' +
        'the status is never changed. A report that was made a moment ago is classified without being asked for ' +
        '(`AUTO_CLASSIFY`); then a category that its reporter gave stays. A remote classifier that cannot be used is ' +
        'an error 500 `NlpServiceUnavailable`.',
    }),
    EntityId(),
    ApiOkResponse({ type: ClassificationResultDto }),
    ApiErrors(400, 404, 422, ...BROKER_ERRORS),
  );

export const DocumentSimilar = () =>
  applyDecorators(
    ApiOperation({
      operationId: 'listSimilarReports',
      summary: 'See which open reports may be of the same thing',
      description: 'Reports near in place and time that are alike in category and words.',
    }),
    EntityId(),
    ApiOkResponse({ type: SimilarReportsDto }),
    ApiErrors(400, 404, 422, ...BROKER_ERRORS),
  );
