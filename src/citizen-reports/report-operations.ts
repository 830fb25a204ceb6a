import { applyDecorators } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  getSchemaPath,
} from '@nestjs/swagger';
import { ApiErrors, BROKER_ERRORS } from '../common/errors/api-errors.decorator';
import { ReportDto } from './dto/report.dto';
import { ReportEntityDto } from './dto/report-entity.dto';
import { ReportFeatureCollectionDto, ReportFeatureDto } from './dto/report-feature.dto';
import { ReportHistoryDto } from './dto/report-history.dto';
import { ReportPageDto } from './dto/report-page.dto';

const reference = (model: new () => object) => ({ $ref: getSchemaPath(model) });

/** Documents the path parameter that names a report. */
export const EntityId = () =>
  ApiParam({
    name: 'entity_id',
    description: "The report's id, percent-encoded or not.",
    schema: {
      type: 'string',
      format: 'uri',
      maxLength: 1024,
      example: 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55',
    },
  });

export const DocumentCreate = () =>
  applyDecorators(
    ApiOperation({
      operationId: 'createReport',
      summary: 'Report a problem',
      description:
        'The report begins as `pending`, without a priority. A moment later it is classified (`AUTO_CLASSIFY`): it gets ' +
        'a priority, and a category unless it has one.',
    }),
    ApiCreatedResponse({
      type: ReportEntityDto,
      description: 'The report as it was stored.',
      headers: {
        Location: {
          description: 'The path of the report.',
          schema: { type: 'string', format: 'uri-reference' },
        },
      },
    }),
    ApiErrors(400, 413, 415, 422, ...BROKER_ERRORS),
  );

export const DocumentList = () =>
  applyDecorators(
    ApiOperation({
      operationId: 'listReports',
      summary: 'Find reports',
      description:
        'All filters given are to be met. With `Accept: application/geo+json` a map can show the list.',
    }),
    ApiExtraModels(ReportPageDto, ReportFeatureCollectionDto),
    ApiOkResponse({
      description: 'A part of the list, empty beyond its end.',
      content: {
        'application/json': { schema: reference(ReportPageDto) },
        'application/geo+json': { schema: reference(ReportFeatureCollectionDto) },
      },
    }),
    ApiErrors(422, ...BROKER_ERRORS),
  );

export const DocumentGet = () =>
  applyDecorators(
    ApiOperation({ operationId: 'getReport', summary: 'Read a report' }),
    EntityId(),
    ApiExtraModels(ReportDto, ReportEntityDto, ReportFeatureDto),
    ApiOkResponse({
      description: 'The report, normalized, or plain values with `options=keyValues`.',
      content: {
        'application/json': { schema: { anyOf: [reference(ReportEntityDto), reference(ReportDto)] } },
        'application/geo+json': { schema: reference(ReportFeatureDto) },
      },
    }),
    ApiErrors(400, 404, 422, ...BROKER_ERRORS),
  );

export const DocumentUpdate = () =>
  applyDecorators(
    ApiOperation({
      operationId: 'updateReport',
      summary: 'Follow up a report',
      description:
        'The status goes `pending` → `acknowledged` → `in_progress` → `resolved` → `closed`; steps may be skipped. ' +
        'What is pending, acknowledged or in progress may be `rejected`; what is resolved, closed or rejected may ' +
        'reopen to `in_progress`. A category or a priority is a correction, which holds against every later ' +
        'classification and is learned from. A value cannot be taken away again, so null is refused.',
    }),
    EntityId(),
    ApiOkResponse({ type: ReportEntityDto, description: 'The report with its changes.' }),
    ApiErrors(400, 404, 413, 415, 422, ...BROKER_ERRORS),
  );

export const DocumentDelete = () =>
  applyDecorators(
    ApiOperation({ operationId: 'deleteReport', summary: 'Delete a report' }),
    EntityId(),
    ApiNoContentResponse({ description: 'The report is gone.' }),
    ApiErrors(400, 404, 422, ...BROKER_ERRORS),
  );

export const DocumentHistory = () =>
  applyDecorators(
    ApiOperation({
      operationId: 'getReportHistory',
      summary: 'See what happened to a report',
      description:
        'What changed, from what to what, and when. Empty when the context broker keeps no history of the report.',
    }),
    EntityId(),
    ApiOkResponse({ type: ReportHistoryDto, description: 'A part of the events, empty beyond their end.' }),
    ApiErrors(400, 404, 422, ...BROKER_ERRORS),
  );
