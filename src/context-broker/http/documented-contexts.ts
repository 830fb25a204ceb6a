import { applyDecorators } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  type SchemaObject,
} from '@nestjs/swagger';
import { JsonBody, NoContent, ReadingErrors, WritingErrors } from './documented-answers';
import { QueryParameters } from './documented-parameters';

const operation = (operationId: string, summary: string, ...decorators: MethodDecorator[]) =>
  applyDecorators(ApiOperation({ operationId, summary }), ...decorators);

const CONTEXT: SchemaObject = {
  type: 'object',
  title: 'JsonLdContext',
  required: ['@context'],
  properties: { '@context': {} },
  example: { '@context': { brandName: 'https://uri.example/brandName' } },
};

const dateTime: SchemaObject = { type: 'string', format: 'date-time' };

const DETAILS: SchemaObject = {
  type: 'object',
  title: 'JsonLdContextDetails',
  required: ['URL', 'localId', 'kind', 'createdAt', 'numberOfHits'],
  properties: {
    URL: { type: 'string', format: 'uri' },
    localId: { type: 'string', format: 'uri' },
    kind: { type: 'string', enum: ['Cached', 'Hosted', 'ImplicitlyCreated'] },
    createdAt: dateTime,
    expiresAt: dateTime,
    lastUsage: dateTime,
    numberOfHits: { type: 'integer', minimum: 0, description: 'Since the broker was started.' },
  },
};

const Answer = (description: string, schema: SchemaObject) =>
  ApiOkResponse({ description, content: { 'application/json': { schema } } });

const ContextIdParameter = () =>
  ApiParam({
    name: 'contextId',
    description: 'The id of the context, or the address it was fetched from, percent-encoded.',
    schema: { type: 'string', format: 'uri', maxLength: 2048 },
    example: 'urn:ngsi-ld:Context:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55',
  });

export const DocumentAddContext = () =>
  operation(
    'addContext',
    'Add a JSON-LD context, for the broker to serve',
    JsonBody(CONTEXT, 'An object with the context.'),
    ApiCreatedResponse({
      description: 'The context is kept.',
      headers: {
        Location: {
          description: 'The path of the context.',
          schema: { type: 'string', format: 'uri-reference' },
        },
      },
    }),
    WritingErrors(),
  );

export const DocumentListContexts = () =>
  operation(
    'listContexts',
    'List the JSON-LD contexts that the broker keeps',
    QueryParameters(['details', 'kind']),
    Answer('Their addresses; with `details=true` what is known about them.', {
      type: 'array',
      items: { oneOf: [{ type: 'string', format: 'uri' }, DETAILS] },
    }),
    ReadingErrors(),
  );

export const DocumentServeContext = () =>
  operation(
    'serveContext',
    'Read a JSON-LD context',
    ContextIdParameter(),
    QueryParameters(['details']),
    ApiOkResponse({
      description: 'The context; with `details=true` what is known about it, in JSON alone.',
      content: {
        'application/json': { schema: { oneOf: [CONTEXT, DETAILS] } },
        'application/ld+json': { schema: CONTEXT },
      },
    }),
    ReadingErrors(422),
  );

export const DocumentDeleteContext = () =>
  operation(
    'deleteContext',
    'Delete a JSON-LD context, or fetch it again',
    ContextIdParameter(),
    QueryParameters(['reload']),
    NoContent('The context is deleted, or fetched again.'),
    WritingErrors(404),
  );
