import { applyDecorators } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation } from '@nestjs/swagger';
import {
  JsonAnswer,
  JsonBody,
  ModelAnswer,
  NoContent,
  ReadingErrors,
  WritingErrors,
} from './documented-answers';
import {
  AttributeParameter,
  ContextHeader,
  EntityIdParameter,
  QueryParameters,
} from './documented-parameters';
import { BatchResultDto, UpdateResultDto } from './dto/batch-result.dto';
import {
  ATTRIBUTE_FRAGMENT,
  ENTITIES,
  ENTITY,
  FEATURE,
  FEATURE_COLLECTION,
  FRAGMENT,
  IDS,
  QUERY,
} from './schemas';

export const operation = (operationId: string, summary: string, ...decorators: MethodDecorator[]) =>
  applyDecorators(ApiOperation({ operationId, summary }), ContextHeader(), ...decorators);

const OF_TYPE = 'The entity is meant only when it is of this type: `,` any of, `;` all of, with parentheses.';

export const DocumentCreateEntity = () =>
  operation(
    'createEntity',
    'Create an entity',
    QueryParameters(['local']),
    JsonBody(ENTITY, 'The entity, normalized or concise.'),
    ApiCreatedResponse({
      description: 'The entity is stored.',
      headers: {
        Location: {
          description: 'The path of the entity.',
          schema: { type: 'string', format: 'uri-reference' },
        },
      },
    }),
    WritingErrors(409),
  );

const SELECTION = [
  'type',
  'id',
  'idPattern',
  'attrs',
  'q',
  'expandValues',
  'jsonKeys',
  'scopeQ',
  'georel',
  'geometry',
  'coordinates',
  'geoproperty',
  'local',
] as const;

const REPRESENTATION = [
  'pick',
  'omit',
  'datasetId',
  'lang',
  'options',
  'format',
  'geometryProperty',
  'join',
  'joinLevel',
  'containedBy',
] as const;

const SHOWN = {
  attrs: 'Names of the attributes to show, separated by commas.',
  datasetId: 'The instances of attributes to show, separated by commas; `@none`: those without a datasetId.',
};

export const DocumentQueryEntities = () =>
  operation(
    'queryEntities',
    'Find entities',
    QueryParameters(
      [
        ...SELECTION,
        'orderBy',
        'orderFrom',
        'orderGeometry',
        'collation',
        'limit',
        'offset',
        'count',
        ...REPRESENTATION,
      ],
      { datasetId: SHOWN.datasetId },
    ),
    JsonAnswer('A page of the entities, by id unless ordered otherwise.', ENTITIES, {
      geoJson: FEATURE_COLLECTION,
      paged: true,
    }),
    ReadingErrors(),
  );

export const DocumentPurgeEntities = () =>
  operation(
    'purgeEntities',
    'Delete all entities that are meant, or attributes of them',
    QueryParameters([...SELECTION, 'drop', 'keep']),
    NoContent('All are deleted; their history stays.'),
    ModelAnswer(207, 'Some entities were not written.', BatchResultDto),
    WritingErrors(403),
  );

export const DocumentRetrieveEntity = () =>
  operation(
    'retrieveEntity',
    'Read an entity',
    EntityIdParameter(),
    QueryParameters(['type', 'attrs', ...REPRESENTATION, 'local'], { ...SHOWN, type: OF_TYPE }),
    JsonAnswer('The entity.', ENTITY, { geoJson: FEATURE }),
    ReadingErrors(),
  );

export const DocumentReplaceEntity = () =>
  operation(
    'replaceEntity',
    'Replace an entity',
    EntityIdParameter(),
    QueryParameters(['type', 'local'], { type: OF_TYPE }),
    JsonBody(ENTITY, 'The entity, normalized or concise; its id may be left out.'),
    NoContent('The entity is replaced.'),
    WritingErrors(404),
  );

export const DocumentMergeEntity = () =>
  operation(
    'mergeEntity',
    'Merge a fragment into an entity',
    EntityIdParameter(),
    QueryParameters(['type', 'options', 'format', 'observedAt', 'lang', 'local'], {
      type: OF_TYPE,
      options: '`keyValues`: the fragment is simplified.',
      format: '`simplified`: the fragment is simplified.',
      lang: 'The language of texts that a simplified fragment has for a LanguageProperty.',
    }),
    JsonBody(
      FRAGMENT,
      'Members to write over those that are there, at every depth; "urn:ngsi-ld:null" deletes.',
    ),
    NoContent('The entity is changed.'),
    WritingErrors(404),
  );

export const DocumentDeleteEntity = () =>
  operation(
    'deleteEntity',
    'Delete an entity',
    EntityIdParameter(),
    QueryParameters(['type', 'local'], { type: OF_TYPE }),
    NoContent('The entity is deleted; its history stays.'),
    WritingErrors(404),
  );

export const DocumentAppendAttributes = () =>
  operation(
    'appendAttributes',
    'Add attributes to an entity',
    EntityIdParameter(),
    QueryParameters(['options', 'type', 'local'], {
      options: '`noOverwrite`: attributes that are there stay as they are.',
      type: OF_TYPE,
    }),
    JsonBody(FRAGMENT, 'The attributes, normalized or concise.'),
    NoContent('All attributes are written.'),
    ModelAnswer(207, 'Some attributes were left as they are.', UpdateResultDto),
    WritingErrors(404),
  );

export const DocumentUpdateAttributes = () =>
  operation(
    'updateAttributes',
    'Set attributes of an entity',
    EntityIdParameter(),
    QueryParameters(['type', 'local'], { type: OF_TYPE }),
    JsonBody(
      FRAGMENT,
      'The attributes, normalized or concise; those that are missing are added, "urn:ngsi-ld:null" deletes.',
    ),
    NoContent('All attributes are written.'),
    ModelAnswer(207, 'The scope was not written, as the entity has none.', UpdateResultDto),
    WritingErrors(404),
  );

export const DocumentUpdateAttribute = () =>
  operation(
    'updateAttribute',
    'Change one attribute of an entity',
    EntityIdParameter(),
    AttributeParameter(),
    QueryParameters(['type', 'local'], { type: OF_TYPE }),
    JsonBody(
      ATTRIBUTE_FRAGMENT,
      'The members to change; `datasetId` chooses the instance, "urn:ngsi-ld:null" deletes.',
    ),
    NoContent('The attribute is written.'),
    WritingErrors(404),
  );

export const DocumentReplaceAttribute = () =>
  operation(
    'replaceAttribute',
    'Replace one attribute of an entity',
    EntityIdParameter(),
    AttributeParameter(),
    QueryParameters(['type', 'local'], { type: OF_TYPE }),
    JsonBody(ATTRIBUTE_FRAGMENT, 'The attribute, normalized or concise; `datasetId` chooses the instance.'),
    NoContent('The attribute is written.'),
    WritingErrors(404),
  );

export const DocumentDeleteAttribute = () =>
  operation(
    'deleteAttribute',
    'Delete an attribute of an entity',
    EntityIdParameter(),
    AttributeParameter(),
    QueryParameters(['datasetId', 'deleteAll', 'type', 'local'], { type: OF_TYPE }),
    NoContent('The attribute is deleted; its history stays.'),
    WritingErrors(404),
  );

const Failures = () => ModelAnswer(207, 'Some entities were not written.', BatchResultDto);

const CreatedIds = (description: string) =>
  ApiCreatedResponse({ description, content: { 'application/json': { schema: IDS } } });

export const DocumentCreateEntities = () =>
  operation(
    'createEntities',
    'Create many entities',
    QueryParameters(['local']),
    JsonBody(ENTITIES, 'Up to 1000 entities, normalized or concise.'),
    CreatedIds('The ids of the entities.'),
    Failures(),
    WritingErrors(),
  );

export const DocumentUpsertEntities = () =>
  operation(
    'upsertEntities',
    'Create or change many entities',
    QueryParameters(['options', 'local'], {
      options: '`replace` (the default) entities that are there, or `update` their attributes.',
    }),
    JsonBody(ENTITIES, 'Up to 1000 entities, normalized or concise.'),
    CreatedIds('The ids of the entities that were not there.'),
    NoContent('All entities were there and are changed.'),
    Failures(),
    WritingErrors(),
  );

export const DocumentUpdateEntities = () =>
  operation(
    'updateEntities',
    'Change many entities',
    QueryParameters(['options', 'local'], {
      options: '`noOverwrite`: attributes that are there stay as they are.',
    }),
    JsonBody(ENTITIES, 'Up to 1000 entities, normalized or concise.'),
    NoContent('All entities are changed.'),
    Failures(),
    WritingErrors(),
  );

export const DocumentMergeEntities = () =>
  operation(
    'mergeEntities',
    'Merge fragments into many entities',
    QueryParameters(['local']),
    JsonBody(ENTITIES, 'Up to 1000 fragments with the ids of their entities; "urn:ngsi-ld:null" deletes.'),
    NoContent('All entities are changed.'),
    Failures(),
    WritingErrors(),
  );

export const DocumentQueryEntitiesByBody = () =>
  operation(
    'queryEntitiesByBody',
    'Find entities with a query in the body',
    QueryParameters(['limit', 'offset', 'count', 'attrs', ...REPRESENTATION, 'local'], SHOWN),
    JsonBody(QUERY, 'The query.'),
    JsonAnswer('A page of the entities, by id unless ordered otherwise.', ENTITIES, {
      geoJson: FEATURE_COLLECTION,
      paged: true,
    }),
    WritingErrors(403, 406),
  );

export const DocumentDeleteEntities = () =>
  operation(
    'deleteEntities',
    'Delete many entities',
    QueryParameters(['local']),
    JsonBody(IDS, 'Up to 1000 ids.'),
    NoContent('All entities are deleted; their history stays.'),
    Failures(),
    WritingErrors(),
  );
