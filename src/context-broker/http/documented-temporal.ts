import { ApiCreatedResponse, ApiParam, ApiResponse } from '@nestjs/swagger';
import { JsonAnswer, JsonBody, NoContent, ReadingErrors, WritingErrors } from './documented-answers';
import { operation } from './documented-operations';
import { AttributeParameter, EntityIdParameter, QueryParameters } from './documented-parameters';
import {
  ATTRIBUTE_FRAGMENT,
  TEMPORAL_ENTITIES,
  TEMPORAL_ENTITY,
  TEMPORAL_FRAGMENT,
  TEMPORAL_QUERY,
} from './schemas';

const SELECTION = [
  'type',
  'id',
  'idPattern',
  'q',
  'expandValues',
  'jsonKeys',
  'scopeQ',
  'georel',
  'geometry',
  'coordinates',
  'geoproperty',
] as const;

const EVOLUTION = [
  'timerel',
  'timeAt',
  'endTimeAt',
  'timeproperty',
  'lastN',
  'attrs',
  'pick',
  'omit',
  'datasetId',
  'lang',
  'options',
  'format',
  'aggrMethods',
  'aggrPeriodDuration',
  'local',
] as const;

const FORMATS = '`temporalValues`: values with their times alone; `aggregatedValues`: values of periods';

const DESCRIPTIONS = {
  attrs: 'Names of the attributes to show, separated by commas.',
  datasetId: 'The instances of attributes to show, separated by commas; `@none`: those without a datasetId.',
  options: `${FORMATS}; \`sysAttrs\` adds createdAt and modifiedAt.`,
  format: `${FORMATS}. Goes before \`options\`.`,
  orderBy: '`id`, `id;asc` or `id;desc`.',
  q: 'A query on attributes; instances in the time alone count.',
  georel: 'How places lie to `geometry` with `coordinates`; instances in the time alone count.',
};

/** Part of the instances: which is said in a header. */
const PartialAnswer = () =>
  ApiResponse({
    status: 206,
    description:
      'There are more instances than an answer may have: ask for them from the end of the time covered on.',
    headers: {
      'Content-Range': {
        description: 'The time that the answer covers, and `lastN` or `*`.',
        schema: { type: 'string' },
        example: 'date-time 2025-12-01T00:00:00Z-2025-12-01T17:00:00Z/*',
      },
    },
  });

const InstanceIdParameter = () =>
  ApiParam({
    name: 'instanceId',
    description: 'The `instanceId` of the instance.',
    schema: { type: 'string', format: 'uri' },
    example: 'urn:ngsi-ld:Instance:00064b1e-0f2c-8a10-9c41-9d8f1c1b0e55',
  });

const QueryAnswer = () =>
  JsonAnswer(
    'A page of the entities that have instances in the time, in the order of their ids.',
    TEMPORAL_ENTITIES,
    {
      paged: true,
    },
  );

export const DocumentWriteTemporalEntity = () =>
  operation(
    'writeTemporalEntity',
    'Make the history of an entity, or add to it',
    QueryParameters(['local']),
    JsonBody(
      TEMPORAL_ENTITY,
      'The instances, normalized or concise. What the entity is now does not change.',
    ),
    ApiCreatedResponse({
      description: 'There was no history of the entity.',
      headers: {
        Location: { description: 'The path of it.', schema: { type: 'string', format: 'uri-reference' } },
      },
    }),
    NoContent('The instances are added to the history.'),
    WritingErrors(),
  );

export const DocumentQueryTemporalEntities = () =>
  operation(
    'queryTemporalEntities',
    'Find entities with their history',
    QueryParameters([...SELECTION, ...EVOLUTION, 'orderBy', 'limit', 'offset', 'count'], {
      ...DESCRIPTIONS,
      attrs: 'Names separated by commas: entities with instances of any of the attributes, with these alone.',
    }),
    QueryAnswer(),
    PartialAnswer(),
    ReadingErrors(),
  );

export const DocumentQueryTemporalEntitiesByPost = () =>
  operation(
    'queryTemporalEntitiesByPost',
    'Find entities with their history, with the query in the body',
    QueryParameters(['options', 'format', 'limit', 'offset', 'count', 'local'], DESCRIPTIONS),
    JsonBody(TEMPORAL_QUERY, 'The query.'),
    QueryAnswer(),
    PartialAnswer(),
    WritingErrors(403, 406),
  );

export const DocumentRetrieveTemporalEntity = () =>
  operation(
    'retrieveTemporalEntity',
    'Read the history of an entity',
    EntityIdParameter(),
    QueryParameters(EVOLUTION, DESCRIPTIONS),
    JsonAnswer('The entity, deleted or not, with the instances in the time.', TEMPORAL_ENTITY),
    PartialAnswer(),
    ReadingErrors(),
  );

export const DocumentDeleteTemporalEntity = () =>
  operation(
    'deleteTemporalEntity',
    'Delete the history of an entity',
    EntityIdParameter(),
    QueryParameters(['local']),
    NoContent('The history is deleted; what the entity is now stays.'),
    WritingErrors(404),
  );

export const DocumentAppendTemporalAttributes = () =>
  operation(
    'appendTemporalAttributes',
    'Add instances of attributes to the history of an entity',
    EntityIdParameter(),
    QueryParameters(['local']),
    JsonBody(TEMPORAL_FRAGMENT, 'The instances, normalized or concise.'),
    NoContent('The instances are added.'),
    WritingErrors(404),
  );

export const DocumentDeleteTemporalAttribute = () =>
  operation(
    'deleteTemporalAttribute',
    'Delete an attribute from the history of an entity',
    EntityIdParameter(),
    AttributeParameter(),
    QueryParameters(['datasetId', 'deleteAll', 'local']),
    NoContent('The instances are deleted.'),
    WritingErrors(404),
  );

export const DocumentUpdateTemporalInstance = () =>
  operation(
    'updateTemporalInstance',
    'Change an instance in the history of an entity',
    EntityIdParameter(),
    AttributeParameter(),
    InstanceIdParameter(),
    QueryParameters(['local']),
    JsonBody(ATTRIBUTE_FRAGMENT, 'The members to change.'),
    NoContent('The instance is changed, and keeps its id.'),
    WritingErrors(404),
  );

export const DocumentDeleteTemporalInstance = () =>
  operation(
    'deleteTemporalInstance',
    'Delete an instance from the history of an entity',
    EntityIdParameter(),
    AttributeParameter(),
    InstanceIdParameter(),
    QueryParameters(['local']),
    NoContent('The instance is deleted.'),
    WritingErrors(404),
  );
