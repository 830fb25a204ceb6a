import type { SchemaObject } from '@nestjs/swagger';

const ID = 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55';

/** An entity: attributes stand beside `id` and `type` under their own names. */
export const ENTITY: SchemaObject = {
  type: 'object',
  title: 'Entity',
  required: ['id', 'type'],
  properties: {
    id: { type: 'string', format: 'uri' },
    type: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  },
  additionalProperties: true,
  example: {
    id: ID,
    type: 'CitizenReport',
    description: { type: 'Property', value: 'The street light is broken.' },
    status: { type: 'Property', value: 'pending' },
    location: { type: 'GeoProperty', value: { type: 'Point', coordinates: [105.8542, 21.0285] } },
  },
};

export const ENTITIES: SchemaObject = { type: 'array', items: ENTITY };

export const FEATURE: SchemaObject = {
  type: 'object',
  title: 'Feature',
  required: ['id', 'type', 'geometry', 'properties'],
  properties: {
    id: { type: 'string', format: 'uri' },
    type: { type: 'string', enum: ['Feature'] },
    geometry: { oneOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }] },
    properties: { type: 'object', additionalProperties: true },
  },
};

export const FEATURE_COLLECTION: SchemaObject = {
  type: 'object',
  title: 'FeatureCollection',
  required: ['type', 'features'],
  properties: {
    type: { type: 'string', enum: ['FeatureCollection'] },
    features: { type: 'array', items: FEATURE },
  },
};

/** Attributes to be written, by name. */
export const FRAGMENT: SchemaObject = {
  type: 'object',
  title: 'EntityFragment',
  additionalProperties: true,
  example: { status: { type: 'Property', value: 'acknowledged' } },
};

/** Members of one attribute to be written. */
export const ATTRIBUTE_FRAGMENT: SchemaObject = {
  type: 'object',
  title: 'AttributeFragment',
  additionalProperties: true,
  example: { value: 'acknowledged' },
};

/** The data type Query of the standard, clause 5.2.23. */
export const QUERY: SchemaObject = {
  type: 'object',
  title: 'Query',
  required: ['type'],
  properties: {
    type: { type: 'string', enum: ['Query'] },
    entities: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['type'],
        properties: {
          type: { type: 'string' },
          id: {
            oneOf: [
              { type: 'string', format: 'uri' },
              { type: 'array', items: { type: 'string', format: 'uri' } },
            ],
          },
          idPattern: { type: 'string' },
        },
      },
    },
    attrs: { type: 'array', items: { type: 'string' } },
    pick: { type: 'array', items: { type: 'string' } },
    omit: { type: 'array', items: { type: 'string' } },
    q: { type: 'string' },
    scopeQ: { type: 'string' },
    lang: { type: 'string' },
    geoQ: { type: 'object', additionalProperties: true },
    ordering: { type: 'object', additionalProperties: true },
    join: { type: 'string', enum: ['inline', 'flat', '@none'] },
    joinLevel: { type: 'integer', minimum: 1 },
  },
  additionalProperties: true,
  example: { type: 'Query', entities: [{ type: 'CitizenReport' }], q: 'status=="pending"' },
};

/** An entity with its history: every attribute is an array of instances. */
export const TEMPORAL_ENTITY: SchemaObject = {
  ...ENTITY,
  title: 'TemporalEntity',
  example: {
    id: 'urn:ngsi-ld:AirQualityObserved:1',
    type: 'AirQualityObserved',
    pm25: [
      { type: 'Property', value: 28.2, observedAt: '2025-12-01T08:00:00Z' },
      { type: 'Property', value: 31.5, observedAt: '2025-12-01T09:00:00Z' },
    ],
  },
};

/** Instances of attributes to be added to a history. */
export const TEMPORAL_FRAGMENT: SchemaObject = {
  ...FRAGMENT,
  title: 'TemporalEntityFragment',
  example: { pm25: [{ value: 28.2, observedAt: '2025-12-01T08:00:00Z' }] },
};

/** The data type Query with a temporal query. */
export const TEMPORAL_QUERY: SchemaObject = {
  ...QUERY,
  title: 'TemporalQuery',
  properties: {
    ...QUERY.properties,
    temporalQ: { type: 'object', additionalProperties: true },
    aggrParams: { type: 'object', additionalProperties: true },
  },
  example: {
    type: 'Query',
    entities: [{ type: 'AirQualityObserved' }],
    q: 'pm25>25',
    temporalQ: { timerel: 'after', timeAt: '2025-12-01T00:00:00Z', lastN: 10 },
  },
};

export const TEMPORAL_ENTITIES: SchemaObject = { type: 'array', items: TEMPORAL_ENTITY };

export const IDS: SchemaObject = { type: 'array', items: { type: 'string', format: 'uri' }, example: [ID] };
