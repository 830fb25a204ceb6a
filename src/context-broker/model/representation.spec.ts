import fc from '../../../test/support/fast-check';
import type { Entity, JsonObject, JsonValue } from './entity';
import { inLanguage, parseLanguages } from './language';
import { normalizeEntity } from './normalize-entity';
import { asFeature, type Format, project, represent } from './representation';

const name = fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,6}$/).filter((text) => !RESERVED.has(text));
const RESERVED = new Set([
  'id',
  'type',
  'scope',
  'value',
  'object',
  'json',
  'vocab',
  'lang',
  'entity',
  'location',
]);
const uri = fc.stringMatching(/^urn:[a-z]{1,5}:[a-z0-9]{1,5}$/);
const time = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString());
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const position = fc.tuple(
  fc.integer({ min: -180, max: 180 }),
  fc.integer({ min: -90, max: 90 }),
) as fc.Arbitrary<JsonValue>;

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(fc.string(), number, fc.boolean());
const json: fc.Arbitrary<JsonValue> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(name, scalar, { minKeys: 1, maxKeys: 3 }) as fc.Arbitrary<JsonValue>,
);

const content = fc.oneof(
  json.map((value): JsonObject => ({ type: 'Property', value })),
  position.map((coordinates): JsonObject => ({ type: 'GeoProperty', value: { type: 'Point', coordinates } })),
  fc
    .oneof(uri, fc.array(uri, { minLength: 1, maxLength: 3 }))
    .map((object): JsonObject => ({ type: 'Relationship', object })),
  fc
    .dictionary(fc.constantFrom('en', 'vi', 'nl-BE'), fc.string(), { minKeys: 1 })
    .map((languageMap): JsonObject => ({ type: 'LanguageProperty', languageMap })),
  name.map((vocab): JsonObject => ({ type: 'VocabProperty', vocab })),
  fc.dictionary(name, scalar).map((value): JsonObject => ({ type: 'JsonProperty', json: value })),
  fc.array(scalar).map((valueList): JsonObject => ({ type: 'ListProperty', valueList })),
  fc
    .array(uri)
    .map((ids): JsonObject => ({ type: 'ListRelationship', objectList: ids.map((object) => ({ object })) })),
);

/** With sub-attributes to some depth. */
const attributeOf: (depth?: number) => fc.Arbitrary<JsonObject> = fc.memo<JsonObject>((depth) =>
  fc
    .tuple(
      content,
      fc.record({ observedAt: time }, { requiredKeys: [] }),
      depth > 1 ? fc.dictionary(name, attributeOf(), { maxKeys: 2 }) : fc.constant({}),
    )
    .map(([value, members, subs]) => ({ ...subs, ...members, ...value })),
);
const attribute = attributeOf(3);

const instances = fc.oneof(
  { weight: 4, arbitrary: attribute },
  fc
    .tuple(attribute, attribute, uri)
    .map(([first, second, datasetId]): JsonValue => [first, { ...second, datasetId }]),
);

/** Any entity, normalized. */
const entities = fc
  .tuple(
    uri,
    fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
    fc.dictionary(name, instances, { maxKeys: 5 }),
  )
  .map(([id, types, attributes]): JsonObject => ({
    id,
    type: types.length === 1 ? (types[0] ?? '') : types,
    ...attributes,
  }));

const sameAs = (entity: unknown) => JSON.parse(JSON.stringify(entity)) as unknown;

describe('representations', () => {
  it('leave any entity as it is: normalized and concise, in and out', () => {
    fc.assert(
      fc.property(entities, (given) => {
        const stored = normalizeEntity(given);
        expect(sameAs(stored)).toEqual(sameAs(given));
        for (const format of ['normalized', 'concise'] as const) {
          expect(normalizeEntity(represent(stored, format))).toEqual(stored);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keep the value of any attribute when they are simplified', () => {
    fc.assert(
      fc.property(entities, (given) => {
        const simple = represent(normalizeEntity(given), 'simplified');
        for (const [key, member] of Object.entries(given)) {
          if (key === 'id' || key === 'type') continue;
          const values = [member].flat().map((one) => valueOf(one as JsonObject));
          const shown = simple[key] as JsonObject;
          expect(Array.isArray(member) ? Object.values(shown['dataset'] as JsonObject) : [shown]).toEqual(
            values,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  const whole = normalizeEntity({
    id: 'urn:x:1',
    type: 'Thing',
    location: [
      { type: 'GeoProperty', value: { type: 'Point', coordinates: [9, 9] }, datasetId: 'urn:d:1' },
      { type: 'GeoProperty', value: { type: 'Point', coordinates: [1, 2] } },
    ],
    speed: 5,
  });

  it.each<[Format, JsonValue]>([
    ['normalized', { type: 'Property', value: 5 }],
    ['simplified', 5],
  ])('are features of GeoJSON, %s', (format, speed) => {
    const shown = project(whole, { attributes: new Set(['speed']) });
    expect(asFeature(shown, format, 'location', whole)).toEqual({
      id: 'urn:x:1',
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [1, 2] },
      properties: { type: 'Thing', speed },
    });
    expect(asFeature(shown, format, 'speed', whole)['geometry']).toBeNull();
    expect(asFeature(shown, format, 'nothing', whole)['geometry']).toBeNull();
  });

  it('are of some datasets alone', () => {
    const { location } = project(whole, { datasets: new Set(['urn:d:1']) }) as { location?: unknown };
    expect(location).toMatchObject({ datasetId: 'urn:d:1' });
    expect(Object.keys(project(whole, { datasets: new Set([undefined]) }))).toEqual([
      'id',
      'type',
      'location',
      'speed',
    ]);
    expect(Object.keys(project(whole, { datasets: new Set(['urn:d:2']) }))).toEqual(['id', 'type']);
  });
});

describe('languages', () => {
  const entity: Entity = normalizeEntity({
    id: 'urn:x:1',
    type: 'Thing',
    street: { languageMap: { fr: 'Grand Place', nl: 'Grote Markt', 'en-US': 'Main Square' } },
  });

  it.each([
    ['nl', 'nl', 'Grote Markt'],
    ['fr;q=0.2,nl;q=0.9', 'nl', 'Grote Markt'],
    ['FR', 'fr', 'Grand Place'],
    ['nl-BE', 'nl', 'Grote Markt'],
    ['en', 'en-US', 'Main Square'],
    ['pt', 'fr', 'Grand Place'],
    ['pt, en-US;q=0.1', 'en-US', 'Main Square'],
    ['*', 'fr', 'Grand Place'],
    ['fr;q=0, nl', 'nl', 'Grote Markt'],
  ])('%s gives %s', (wanted, lang, value) => {
    expect(inLanguage(entity, parseLanguages(wanted))['street']).toEqual({ type: 'Property', value, lang });
  });

  it.each(['', 'en;q=2', 'en us', 'e'.repeat(9), Array(21).fill('en').join(',')])(
    '%j is refused',
    (wanted) => {
      expect(() => parseLanguages(wanted)).toThrow('lang');
    },
  );
});

function valueOf({ type, ...members }: JsonObject): JsonValue {
  switch (type) {
    case 'LanguageProperty':
      return { languageMap: members['languageMap'] ?? null };
    case 'VocabProperty':
      return { vocab: members['vocab'] ?? null };
    case 'JsonProperty':
      return { json: members['json'] ?? null };
    case 'ListRelationship':
      return (members['objectList'] as { object: string }[]).map(({ object }) => object);
    default:
      return members['value'] ?? members['object'] ?? members['valueList'] ?? null;
  }
}
