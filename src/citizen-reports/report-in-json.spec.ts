import fc from '../../test/support/fast-check';
import { type Attribute, type JsonValue, property } from '../ngsi-ld/entity';
import { newReport } from './report-mapper';
import { simplifiedInJson, withContextInJson } from './report-in-json';
import { simplified, withContext } from './report-representation';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\\', '"', '","x":{', '"}}', '\n'));

// V8 of Node 24 and 26 reads a member `\"` as `\\` once it has read one of the latter name in the same place.
const name = text.filter((it) => it !== '__proto__' && it !== '\\');

const json = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(text),
  fc.record({ '@type': fc.constant('DateTime'), '@value': text }),
  fc.record({ type: fc.constant('Point'), coordinates: fc.tuple(fc.double({ noNaN: true }), fc.integer()) }),
  fc.jsonValue({ maxDepth: 3 }),
) as fc.Arbitrary<JsonValue>;

const attribute = fc.oneof(
  fc.record({ type: fc.constantFrom('Property', 'GeoProperty'), value: json }),
  fc.record({ type: fc.constant('Property'), value: json, unitCode: text }),
  fc.record({ value: json, type: fc.constant('Property') }),
  fc.record({ type: fc.constant('Relationship'), object: text }),
  fc.record({ type: fc.constant('LanguageProperty'), languageMap: fc.dictionary(fc.string(), text) }),
) as fc.Arbitrary<Attribute>;

const entity = fc
  .tuple(
    fc.record({ id: text, type: fc.oneof(text, fc.array(text)) }),
    fc.dictionary(name, fc.oneof(attribute, fc.array(attribute))),
    fc.constantFrom({}, { '@context': 'https://example.org/context.jsonld' }),
  )
  .map(([head, attributes, context]) => ({ ...head, ...attributes, ...head, ...context }));

describe('a report in JSON', () => {
  it('is simplified as the report itself is', () => {
    fc.assert(
      fc.property(entity, (report) => {
        const expected: unknown = JSON.parse(JSON.stringify(simplified(report)));
        expect(JSON.parse(simplifiedInJson(JSON.stringify(report)))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('is not parsed where it is one of ours', () => {
    const report = newReport(
      {
        description: 'A "deep" hole',
        location: { type: 'Point', coordinates: [106.7, 10.77] },
        images: ['a'],
      },
      new Date(),
    );
    const classified = {
      ...report,
      alternatives: property([{ category: 'waste', confidence: 0.1 }]),
      poiProximity: property({
        radius: 500,
        nearbyPois: [{ name: '}"],\\', distance: 1 }],
        priorityBoost: 0,
      }),
      needsReview: property(false),
    };
    const parse = jest.spyOn(JSON, 'parse');
    const plain = simplifiedInJson(JSON.stringify(classified));
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    expect(JSON.parse(plain)).toEqual(simplified(classified));
  });

  it('is given a context as the report itself is', () => {
    fc.assert(
      fc.property(entity, fc.oneof(text, fc.array(text)), (report, context) => {
        const expected: unknown = JSON.parse(JSON.stringify(withContext(report, context)));
        expect(JSON.parse(withContextInJson(JSON.stringify(report), context))).toEqual(expected);
      }),
    );
  });
});
