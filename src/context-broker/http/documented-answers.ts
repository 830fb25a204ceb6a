import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiResponse,
  type ApiResponseOptions,
  getSchemaPath,
  type SchemaObject,
} from '@nestjs/swagger';
import { ProblemDetailsDto } from './dto/problem-details.dto';

const ERRORS = {
  400: 'InvalidRequest: no JSON. BadRequestData: JSON or parameters that say something wrong.',
  403: 'TooComplexQuery or TooManyResults: ask for less.',
  404: 'ResourceNotFound, or NonexistentTenant.',
  406: 'None of the media types is accepted.',
  409: 'AlreadyExists.',
  411: 'There is no body.',
  413: 'The body is larger than the service takes.',
  415: 'The body is neither JSON nor JSON-LD.',
  422: 'OperationNotSupported: an external broker has it (BROKER_URL).',
  500: 'InternalError.',
  503: 'The broker is busy; Retry-After says when to try again.',
  504: 'LdContextNotAvailable: the JSON-LD context cannot be had.',
} as const;

type ErrorStatus = keyof typeof ERRORS;

/** Answered by the status alone (clause 6.3.4). */
const BARE: readonly ErrorStatus[] = [411, 415];

const READING = [400, 403, 404, 406, 500, 503, 504] as const satisfies ErrorStatus[];
const WRITING = [400, 404, 411, 413, 415, 500, 503, 504] as const satisfies ErrorStatus[];

const errors = (statuses: readonly ErrorStatus[]) =>
  applyDecorators(
    ...[...new Set(statuses)].map((status) =>
      ApiResponse({
        status,
        description: ERRORS[status],
        ...(!BARE.includes(status) && { type: ProblemDetailsDto }),
      }),
    ),
  );

export const ReadingErrors = (...more: ErrorStatus[]) => errors([...READING, ...more]);

export const WritingErrors = (...more: ErrorStatus[]) => errors([...WRITING, ...more]);

/** A body in JSON or JSON-LD. */
export const JsonBody = (schema: SchemaObject, description: string) =>
  applyDecorators(
    ApiConsumes('application/json', 'application/ld+json'),
    ApiBody({ required: true, description, schema }),
  );

type Headers = NonNullable<ApiResponseOptions['headers']>;

const COUNT: Headers = {
  'NGSILD-Results-Count': {
    description: 'How many there are in all; only with `count=true`.',
    schema: { type: 'integer', minimum: 0 },
  },
};

const LINK: Headers = {
  Link: {
    description: 'The JSON-LD context of an answer in JSON, and the pages before and after this one.',
    schema: { type: 'string' },
  },
};

/** Documents an answer in JSON and JSON-LD, of the same shape, and in GeoJSON. */
export const JsonAnswer = (
  description: string,
  schema: SchemaObject,
  { geoJson, paged = false }: { geoJson?: SchemaObject; paged?: boolean } = {},
) =>
  ApiOkResponse({
    description,
    headers: { ...LINK, ...(paged && COUNT) },
    content: {
      'application/json': { schema },
      'application/ld+json': { schema },
      ...(geoJson && { 'application/geo+json': { schema: geoJson } }),
    },
  });

export const NoContent = (description: string) => ApiNoContentResponse({ description });

/** Documents an answer that is described by a class. */
export const ModelAnswer = (status: number, description: string, model: new () => object) =>
  applyDecorators(
    ApiExtraModels(model),
    ApiResponse({
      status,
      description,
      content: { 'application/json': { schema: { $ref: getSchemaPath(model) } } },
    }),
  );
