import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, type SchemaObject } from '@nestjs/swagger';
import { JsonAnswer, ReadingErrors } from '../http/documented-answers';
import { AttributeParameter, ContextHeader, QueryParameters } from '../http/documented-parameters';

const operation = (operationId: string, summary: string, ...decorators: MethodDecorator[]) =>
  applyDecorators(ApiOperation({ operationId, summary }), ContextHeader(), ...decorators, ReadingErrors());

const text: SchemaObject = { type: 'string' };
const names: SchemaObject = { type: 'array', items: text };
const count: SchemaObject = { type: 'integer', minimum: 0 };

const object = (title: string, properties: Record<string, SchemaObject>): SchemaObject => ({
  type: 'object',
  title,
  required: ['id', 'type', ...Object.keys(properties)],
  properties: { id: { type: 'string', format: 'uri' }, type: text, ...properties },
});

const attribute = (more: Record<string, SchemaObject>) =>
  object('Attribute', { attributeName: text, ...more });

const listOrDetails = (list: SchemaObject, detail: SchemaObject): SchemaObject => ({
  oneOf: [list, { type: 'array', items: detail }],
});

const ENTITY_TYPES = listOrDetails(
  object('EntityTypeList', { typeList: names }),
  object('EntityType', { typeName: text, attributeNames: names }),
);

const ENTITY_TYPE_INFO = object('EntityTypeInfo', {
  typeName: text,
  entityCount: count,
  attributeDetails: { type: 'array', items: attribute({ attributeTypes: names }) },
});

const ATTRIBUTES = listOrDetails(
  object('AttributeList', { attributeList: names }),
  attribute({ typeNames: names }),
);

const ATTRIBUTE_INFO = attribute({ attributeCount: count, attributeTypes: names, typeNames: names });

export const DocumentListTypes = () =>
  operation(
    'listEntityTypes',
    'List the types of entities',
    QueryParameters(['details', 'count', 'local']),
    JsonAnswer('The types; with `details=true` an array of them with their attributes.', ENTITY_TYPES, {
      paged: true,
    }),
  );

export const DocumentRetrieveType = () =>
  operation(
    'retrieveEntityType',
    'Read what there is of a type',
    ApiParam({ name: 'type', description: 'The name of the type.', schema: text, example: 'CitizenReport' }),
    QueryParameters(['local']),
    JsonAnswer(
      'The type with its attributes, their kinds, and how many entities there are.',
      ENTITY_TYPE_INFO,
    ),
  );

export const DocumentListAttributes = () =>
  operation(
    'listAttributes',
    'List the attributes of entities',
    QueryParameters(['details', 'count', 'local']),
    JsonAnswer('The attributes; with `details=true` an array of them with their types.', ATTRIBUTES, {
      paged: true,
    }),
  );

export const DocumentRetrieveAttribute = () =>
  operation(
    'retrieveAttribute',
    'Read what there is of an attribute',
    AttributeParameter(),
    QueryParameters(['local']),
    JsonAnswer('The attribute with its kinds, its types, and how many entities have it.', ATTRIBUTE_INFO),
  );
