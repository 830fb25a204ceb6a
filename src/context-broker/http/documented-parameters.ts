import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiQuery, type SchemaObject } from '@nestjs/swagger';

const text: SchemaObject = { type: 'string' };

const oneOf = (...values: string[]): SchemaObject => ({ type: 'string', enum: values });

/** Every query parameter of the interface, by its name. */
const PARAMETERS = {
  type: [text, 'Entity types: `,` any of, `;` all of, with parentheses.', 'CitizenReport'],
  id: [text, 'Ids, separated by commas.', 'urn:ngsi-ld:CitizenReport:1'],
  idPattern: [text, 'A regular expression (RE2) that is found in the id.', '^urn:ngsi-ld:CitizenReport:'],
  attrs: [
    text,
    'Names separated by commas: entities that have any of the attributes, with these alone.',
    'status',
  ],
  pick: [
    text,
    'Names of the members to show, `id` and `type` among them, separated by commas. With `join`, a relationship may be ' +
      'followed by those of the entities that it leads to: `locatedAt{name}`.',
    'id,status',
  ],
  omit: [text, 'Names of the members not to show, as in `pick`.', 'description'],
  drop: [text, 'Attributes to delete, separated by commas; the entities stay.', 'description'],
  keep: [
    text,
    'Attributes to keep, separated by commas; all others are deleted, the entities stay.',
    'status',
  ],
  lang: [
    text,
    'Languages as in Accept-Language: texts in several languages become Properties in the one that is liked best.',
    'vi,en;q=0.5',
  ],
  scopeQ: [
    text,
    'A query on scopes: `+` is any one level, `#` a level with all below; `;` is and, `,` is or.',
    '/Hanoi/#',
  ],
  expandValues: [
    text,
    'Attributes, separated by commas, whose values in `q` are terms of the context.',
    'category',
  ],
  jsonKeys: [text, 'Without effect: members of values are never expanded.', 'category'],
  orderBy: [
    text,
    'Paths to attributes, separated by commas, each followed by `;asc`, `;desc`, `;dist-asc` or `;dist-desc`.',
    'dateCreated;desc',
  ],
  orderFrom: [
    text,
    'The coordinates from which distances are measured, as in GeoJSON.',
    '[105.8542,21.0285]',
  ],
  orderGeometry: [
    {
      ...oneOf('Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'),
      default: 'Point',
    },
    'The type of the geometry from which distances are measured.',
    'Point',
  ],
  collation: [text, 'Not supported: texts are ordered by the code points of their characters.', 'und'],
  join: [
    oneOf('inline', 'flat', '@none'),
    'Whether to show the entities that relationships lead to: inside of these, or behind the entities.',
    'inline',
  ],
  joinLevel: [
    { type: 'integer', minimum: 1, maximum: 10, default: 1 },
    'How many relationships are followed one after another.',
    1,
  ],
  containedBy: [text, 'Ids of entities not to show again, separated by commas.', 'urn:ngsi-ld:City:1'],
  observedAt: [
    { type: 'string', format: 'date-time' },
    'For attributes that have an observedAt and are merged without one.',
    '2026-11-21T10:30:00Z',
  ],
  q: [
    text,
    'A query on attributes: `==` `!=` `>` `>=` `<` `<=` `~=` `!~=`, ranges `a..b`, lists `a,b`; `;` is and, `|` is ' +
      'or. Texts stand in double quotes. With `join`, `relationship{path}` asks about the entities that it leads to.',
    'status=="pending";dateCreated>=2026-01-01T00:00:00Z',
  ],
  georel: [
    text,
    '`near;maxDistance==<metres>`, `near;minDistance==<metres>`, `within`, `contains`, `intersects`, `equals`, ' +
      '`disjoint` or `overlaps`; with `geometry` and `coordinates`.',
    'near;maxDistance==1000',
  ],
  geometry: [
    oneOf('Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'),
    'The type of the reference geometry.',
    'Point',
  ],
  coordinates: [text, 'The coordinates of the reference geometry, as in GeoJSON.', '[105.8542,21.0285]'],
  geoproperty: [text, 'The attribute that is looked at; `location` when absent.', 'location'],
  geometryProperty: [
    text,
    'The attribute that is the geometry of a Feature; `location` when absent.',
    'location',
  ],
  limit: [
    { type: 'integer', minimum: 0, maximum: 1000, default: 20 },
    'How many at most; 0 only with `count=true`.',
    100,
  ],
  offset: [{ type: 'integer', minimum: 0, default: 0 }, 'How many to skip.', 0],
  count: [{ type: 'boolean', default: false }, 'Whether to answer with NGSILD-Results-Count.', true],
  options: [
    text,
    '`normalized`, `concise`, `simplified` (also called `keyValues`); `sysAttrs` adds createdAt and modifiedAt.',
    'keyValues',
  ],
  format: [
    oneOf('normalized', 'concise', 'simplified', 'keyValues'),
    'The same as in `options`.',
    'simplified',
  ],
  details: [{ type: 'boolean', default: false }, 'Whether to tell more of each than its name.', true],
  kind: [oneOf('Cached', 'Hosted', 'ImplicitlyCreated'), 'Only contexts of this kind.', 'Hosted'],
  reload: [
    { type: 'boolean', default: false },
    'Whether to fetch the context again rather than to delete it.',
    true,
  ],
  local: [{ type: 'boolean' }, 'Without effect: nothing is ever forwarded to other brokers.', true],
  datasetId: [
    text,
    'The instance of the attribute; the one without a datasetId when absent.',
    'urn:dataset:1',
  ],
  deleteAll: [{ type: 'boolean', default: false }, 'Whether to delete all instances.', true],
  timerel: [
    oneOf('before', 'after', 'between'),
    'How instances lie to `timeAt`; those at that very time are after it, not before.',
    'after',
  ],
  timeAt: [{ type: 'string', format: 'date-time' }, 'A point in time.', '2025-12-01T00:00:00Z'],
  endTimeAt: [
    { type: 'string', format: 'date-time' },
    'The end of `between`, exclusive.',
    '2025-12-02T00:00:00Z',
  ],
  timeproperty: [
    { ...oneOf('observedAt', 'modifiedAt', 'createdAt', 'deletedAt'), default: 'observedAt' },
    'The time of an instance that is looked at.',
    'modifiedAt',
  ],
  lastN: [
    { type: 'integer', minimum: 1 },
    'Of each attribute only the last instances; an answer goes back in time then.',
    10,
  ],
  aggrMethods: [
    text,
    'With `aggregatedValues`, what instances are aggregated to, separated by commas: `totalCount`, `distinctCount`, ' +
      '`sum`, `avg`, `min`, `max`, `stddev` (of all values, not of a sample), `sumsq`.',
    'avg,max',
  ],
  aggrPeriodDuration: [
    { ...text, default: 'PT0S' },
    'The length of the periods that are aggregated, a duration of ISO 8601; `PT0S` is one period for all the time. ' +
      'They begin with `timeAt`, or with the first instance.',
    'PT1H',
  ],
} satisfies Record<string, [schema: SchemaObject, description: string, example: unknown]>;

export type ParameterName = keyof typeof PARAMETERS;

/** Documents query parameters; `descriptions` say what is different here. */
export const QueryParameters = (
  names: readonly ParameterName[],
  descriptions: Partial<Record<ParameterName, string>> = {},
) =>
  applyDecorators(
    ...names.map((name) => {
      const [schema, description, example] = PARAMETERS[name];
      return ApiQuery({
        name,
        required: false,
        schema: { ...schema, example },
        description: descriptions[name] ?? description,
      });
    }),
  );

export const EntityIdParameter = () =>
  ApiParam({
    name: 'entityId',
    description: "The entity's id, percent-encoded or not.",
    schema: { type: 'string', format: 'uri', maxLength: 2048 },
    example: 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55',
  });

export const AttributeParameter = () =>
  ApiParam({ name: 'attribute', description: 'The name of the attribute.', schema: text, example: 'status' });

export const ContextHeader = () =>
  applyDecorators(
    ApiHeader({
      name: 'Link',
      required: false,
      description:
        'The JSON-LD context of the names in the request and its answer; the core context need not be given.',
      schema: text,
      example:
        '<https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context.jsonld>; ' +
        'rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"',
    }),
    TenantHeader(),
  );

export const TenantHeader = () =>
  ApiHeader({
    name: 'NGSILD-Tenant',
    required: false,
    description: 'The tenant; one that does not exist is made with the first entity or subscription.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,80}$' },
  });
