import type { JsonValue } from './entity';
import { normalizeEntity } from './normalize-entity';

const id = 'urn:ngsi-ld:Thing:1';
const normalized = (attribute: JsonValue) => normalizeEntity({ id, type: 'Thing', a: attribute })['a'];
const point = { type: 'Point', coordinates: [105.85, 21.02] };

describe('normalizeEntity', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['a concise text', 'x', { type: 'Property', value: 'x' }],
    ['a concise number', 0, { type: 'Property', value: 0 }],
    ['a concise boolean', false, { type: 'Property', value: false }],
    ['a concise array', [1, 2], { type: 'Property', value: [1, 2] }],
    ['an empty array', [], { type: 'Property', value: [] }],
    ['a concise object', { street: 'x' }, { type: 'Property', value: { street: 'x' } }],
    ['a concise geometry', point, { type: 'GeoProperty', value: point }],
    ['a geometry as value', { value: point }, { type: 'GeoProperty', value: point }],
    ['a value', { value: 1, unitCode: 'CEL' }, { type: 'Property', value: 1, unitCode: 'CEL' }],
    ['an object', { object: 'urn:x:1' }, { type: 'Relationship', object: 'urn:x:1' }],
    [
      'an object with a soft hyphen',
      { object: 'urn:x:a\u00adb' },
      { type: 'Relationship', object: 'urn:x:a\u00adb' },
    ],
    ['a language map', { languageMap: { en: 'x' } }, { type: 'LanguageProperty', languageMap: { en: 'x' } }],
    ['a vocab', { vocab: 'x' }, { type: 'VocabProperty', vocab: 'x' }],
    ['json', { json: { a: null } }, { type: 'JsonProperty', json: { a: null } }],
    ['a list', { valueList: [1] }, { type: 'ListProperty', valueList: [1] }],
    [
      'a list of objects',
      { objectList: ['urn:x:1', { object: 'urn:x:2' }] },
      { type: 'ListRelationship', objectList: [{ object: 'urn:x:1' }, { object: 'urn:x:2' }] },
    ],
    [
      'a geometry in a string',
      { type: 'GeoProperty', value: '{"type":"Point","coordinates":[1,2]}' },
      { type: 'GeoProperty', value: { type: 'Point', coordinates: [1, 2] } },
    ],
    ['@none for no datasetId', { value: 1, datasetId: '@none' }, { type: 'Property', value: 1 }],
    ['@type', { '@type': 'Property', value: 1 }, { type: 'Property', value: 1 }],
    [
      'the former name of a kind',
      { type: 'VocabularyProperty', vocab: 'x' },
      { type: 'VocabProperty', vocab: 'x' },
    ],
    [
      'types of objects and values',
      { object: 'urn:x:1', objectType: 'Thing', by: { value: 1, valueType: 'xsd:double' } },
      {
        type: 'Relationship',
        object: 'urn:x:1',
        objectType: 'Thing',
        by: { type: 'Property', value: 1, valueType: 'xsd:double' },
      },
    ],
    [
      'texts in languages',
      { languageMap: { en: 'a', vi: ['b', 'c'], '@none': 'd' }, valueType: 'langString' },
      {
        type: 'LanguageProperty',
        languageMap: { en: 'a', vi: ['b', 'c'], '@none': 'd' },
        valueType: 'langString',
      },
    ],
    [
      'sub-attributes',
      { value: 1, accuracy: 0.5 },
      { type: 'Property', value: 1, accuracy: { type: 'Property', value: 0.5 } },
    ],
    ['system attributes', { value: 1, createdAt: 'x' }, { type: 'Property', value: 1 }],
    [
      'several instances',
      [
        { type: 'Property', value: 1 },
        { type: 'Property', value: 2, datasetId: 'urn:d:1' },
      ],
      [
        { type: 'Property', value: 1 },
        { type: 'Property', value: 2, datasetId: 'urn:d:1' },
      ],
    ],
  ])('takes %s', (_what, input, expected) => {
    expect(normalized(input)).toEqual(expected);
  });

  it.each<[string, JsonValue, string]>([
    ['null', null, 'a: must not be null'],
    ['a null value', { value: null }, 'a.value: must not be null'],
    ['no value', { type: 'Property' }, 'a: a Property needs the member "value"'],
    [
      'another member',
      { type: 'Relationship', value: 'urn:x:1' },
      'a: a Relationship needs the member "object"',
    ],
    ['two members', { value: 1, object: 'urn:x:1' }, 'a.object: a Property has no member "object"'],
    ['an unknown kind', { type: 'Propertie', value: 1 }, 'a: "Propertie" is no attribute type'],
    ['no URI', { object: 'x y' }, 'a.object: must be a URI'],
    [
      'half a ring',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        ],
      },
      'a.value: at least 4 positions',
    ],
    [
      'an open ring',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        ],
      },
      'a.value: the first and the last',
    ],
    [
      'texts as position',
      { type: 'Point', coordinates: ['1', '2'] },
      'a.value: a position must be two or three',
    ],
    ['no position', { type: 'Point', coordinates: [] }, 'a.value: a position must be'],
    ['no geometry', { type: 'GeoProperty', value: 'x' }, 'a.value: must be a GeoJSON geometry'],
    [
      'a strange geometry',
      { type: 'GeoProperty', value: { type: 'Circle', coordinates: [] } },
      "the geometry's type",
    ],
    ['no DateTime', { value: { '@type': 'DateTime', '@value': 'x' } }, 'a.value: "x" is no DateTime'],
    ['a wrong observedAt', { value: 1, observedAt: 'yesterday' }, 'a.observedAt: must be a DateTime'],
    ['a wrong datasetId', { value: 1, datasetId: 'x' }, 'a.datasetId: must be a URI'],
    ['a wrong unitCode', { value: 1, unitCode: 1 }, 'a.unitCode: must be a string'],
    ['a null sub-attribute', { value: 1, b: null }, 'a.b: must not be null'],
    ['a wrong name', { value: 1, 'b c': 1 }, 'a: "b c" is no valid name'],
    [
      'the same instance twice',
      [
        { type: 'Property', value: 1 },
        { type: 'Property', value: 2 },
      ],
      'a: the instances of an attribute need a datasetId each',
    ],
    ['the NGSI-LD Null', { value: 'urn:ngsi-ld:null' }, 'deletes, and is no value'],
    ['the NGSI-LD Null alone', 'urn:ngsi-ld:null', 'deletes, and is no value'],
    ['the NGSI-LD Null within', { value: { b: ['urn:ngsi-ld:null'] } }, 'deletes, and is no value'],
    ['the NGSI-LD Null as object', { object: 'urn:ngsi-ld:null' }, 'deletes, and is no value'],
    [
      'the NGSI-LD Null as text',
      { languageMap: { '@none': 'urn:ngsi-ld:null' } },
      'deletes, and is no value',
    ],
    [
      'a unit of a relationship',
      { object: 'urn:x:1', unitCode: 'MTR' },
      'a Relationship has no member "unitCode"',
    ],
    ['a unit of JSON', { json: {}, unitCode: 'MTR' }, 'a JsonProperty has no member "unitCode"'],
    ['a previous value', { value: 1, previousValue: 2 }, 'a Property has no member "previousValue"'],
    ['a linked entity', { object: 'urn:x:1', entity: {} }, 'a Relationship has no member "entity"'],
    ['a seal that is no proof', { value: 1, entityIdSealed: 'urn:x:1' }, 'has no member "entityIdSealed"'],
    ['JSON that is a scalar', { json: 5 }, 'must be a JSON object'],
    ['texts that are none', { languageMap: { en: ['a', 5] } }, 'must be an object of texts'],
    ['no language', { languageMap: { '': 'a' } }, 'must be an object of texts'],
    ['another type of text', { languageMap: {}, valueType: 'xsd:string' }, 'is langString'],
    ['objects that are none', { objectList: ['not a uri'] }, 'must be an array of URIs'],
    ['a vocabulary of numbers', { vocab: [1] }, 'must be a string or an array of strings'],
    [
      'a time with an offset',
      { value: 1, observedAt: '2026-08-10T12:00:00+02:00' },
      'must be a DateTime in UTC',
    ],
    [
      'a time that is an object',
      { value: 1, observedAt: { value: '2026-08-10T12:00:00Z' } },
      'must be a DateTime',
    ],
    ['a context of its own', { value: 1, '@context': {} }, 'an attribute has no @context of its own'],
    [
      'a collection of geometries',
      { type: 'GeoProperty', value: { type: 'GeometryCollection', geometries: [] } },
      "the geometry's type must be one of",
    ],
    ['endless sub-attributes', nested(20), 'nested deeper than 8 attributes'],
  ])('refuses %s', (_what, input, problem) => {
    expect(() => normalized(input)).toThrow(problem);
  });

  function nested(depth: number): JsonValue {
    return depth === 0 ? { value: 1 } : { value: 1, b: nested(depth - 1) };
  }

  it.each([
    [{ type: 'Thing' }, 'id: must be a URI'],
    [{ id: 'x', type: 'Thing' }, 'id: must be a URI'],
    [{ id: 'urn:x:a b', type: 'Thing' }, 'id: must be a URI'],
    [{ id: 'urn:x:\u0000', type: 'Thing' }, 'id: must be a URI'],
    ...['\u202e', '\u200b', '\u2028', '\u115f', '\u2800', '\ufe0f', '\ufffe', '\u{e0100}'].map(
      (invisible): [JsonValue, string] => [
        { id: `urn:x:a${invisible}b`, type: 'Thing' },
        'id: must be a URI',
      ],
    ),
    [{ id: `urn:x:${'y'.repeat(5000)}`, type: 'Thing' }, 'id: must be a URI'],
    [{ id: 1, type: 'Thing' }, 'id: must be a URI'],
    [{ id }, 'type: must be given'],
    [{ id, type: [] }, 'type: must be given'],
    [{ id, type: 1 }, 'type: must be a name'],
    [{ id, type: 'a b' }, 'type: "a b" is no valid name'],
    [{ id, type: 'type' }, 'type: type is a keyword'],
    [{ id, type: ['Thing', 'id'] }, 'type: id is a keyword'],
    [{ id, type: 'Thing', 'a"b': 1 }, 'attribute: "a\\"b" is no valid name'],
    [{ id, type: 'Thing', ['__proto__x'.slice(0, 9)]: 1 }, '"__proto__" is no valid name'],
    [{ id: 'urn:ngsi-ld:null', type: 'Thing' }, 'is no id'],
    [{ id, type: '9Thing' }, 'type: "9Thing" is no valid name'],
    [{ id, type: 'Thing', scope: 'a b' }, 'scope: must be a path'],
    [{ id, type: 'Thing', scope: '9bad' }, 'scope: must be a path'],
    [{ id, type: 'Thing', scope: '/a//b' }, 'scope: must be a path'],
    [{ id, type: 'Thing', scope: ['/ok', 'a-b'] }, 'scope: must be a path'],
    [{ id, type: 'Thing', scope: 'urn:ngsi-ld:null' }, 'scope: must be a path'],
    [{ id, type: 'Thing', expiresAt: 'soon' }, 'expiresAt: must be a DateTime'],
    [{ id, type: 'Thing', datasetId: { value: 1 } }, 'datasetId: is no name for an attribute'],
    [{ id, type: 'Thing', location: { value: 7 } }, 'location: must be a GeoProperty'],
    [[], 'an entity must be a JSON object'],
    [null, 'an entity must be a JSON object'],
  ])('refuses %j', (input, problem) => {
    expect(() => normalizeEntity(input)).toThrow(problem);
  });

  it('keeps the proof of an entity, with the id and the type that it seals', () => {
    const value = { type: 'DataIntegrityProof', proofValue: 'z1' };
    const seal = {
      entityIdSealed: id,
      entityTypeSealed: 'https://uri.etsi.org/ngsi-ld/default-context/Thing',
    };
    const withProof = (ngsildproof: JsonValue) => normalizeEntity({ id, type: 'Thing', ngsildproof });
    expect(withProof({ value, ...seal })['ngsildproof']).toEqual({
      type: 'Property',
      value,
      ...seal,
      entityTypeSealed: 'Thing',
    });
    const refused: [JsonValue, string][] = [
      [{ value: 'text' }, 'ngsildproof: must be a Property whose value is an object'],
      [{ object: 'urn:x:1' }, 'ngsildproof: must be a Property'],
      [[{ value: 1 }, { value, datasetId: 'urn:x:1' }], 'ngsildproof[0]: must be a Property'],
      [{ value, entityTypeSealed: 42 }, 'ngsildproof.entityTypeSealed: must be a string'],
    ];
    for (const [proof, problem] of refused) expect(() => withProof(proof)).toThrow(problem);
  });

  it('compacts names of the core context and keeps the order of the attributes', () => {
    const entity = normalizeEntity({
      id: id,
      b: 1,
      type: ['https://uri.etsi.org/ngsi-ld/default-context/Thing', 'Other', 'Other'],
      'https://uri.etsi.org/ngsi-ld/default-context/a': 2,
      '@context': 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context.jsonld',
      createdAt: 'x',
    });
    expect(entity).toEqual({
      id,
      type: ['Thing', 'Other'],
      b: { type: 'Property', value: 1 },
      a: { type: 'Property', value: 2 },
    });
    expect(Object.keys(entity)).toEqual(['id', 'type', 'b', 'a']);
  });
});
