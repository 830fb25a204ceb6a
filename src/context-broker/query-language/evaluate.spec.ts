import type { JsonValue } from '../model/entity';
import { compileCondition } from './evaluate';
import { parseQuery } from './parser';

function meets(query: string, attribute: JsonValue): boolean {
  const condition = parseQuery(query);
  if (condition.kind !== 'condition') throw new Error(`${query} is no single condition`);
  return compileCondition(condition)(attribute);
}

const property = (value: JsonValue, more: Record<string, JsonValue> = {}): JsonValue => ({
  type: 'Property',
  value,
  ...more,
});

describe('compileCondition', () => {
  it.each<[string, JsonValue, boolean]>([
    ['a', property(1), true],
    ['a=="x"', property('x'), true],
    ['a=="x"', property('X'), false],
    ['a=="1"', property(1), false],
    ['a==1', property('1'), false],
    ['a==1', property(1.0), true],
    ['a==true', property(true), true],
    ['a==true', property('true'), false],
    ['a=="x","y"', property('y'), true],
    ['a==1..3', property(3), true],
    ['a==1..3', property(3.1), false],
    ['a=="x"', property(['w', 'x']), true],
    ['a!="x"', property(['w', 'x']), false],
    ['a!="x"', property('w'), true],
    ['a>1', property('2'), false],
    ['a>"a"', property('b'), true],
    ['a~="^x"', property('xyz'), true],
    ['a~="Y"', property('xyz'), false],
    ['a~="(?i)Y"', property('xyz'), true],
    ['a!~="y"', property('xyz'), false],
    ['a!~="q"', property('xyz'), true],
    ['a~="1"', property(1), false],
    ['a==2026-01-01T00:00:00Z', property('2026-01-01T07:00:00+07:00'), true],
    [
      'a==2026-01-01T00:00:00Z',
      property({ '@type': 'DateTime', '@value': '2026-01-01T00:00:00.000Z' }),
      true,
    ],
    [
      'a=="2026-01-01T00:00:00Z"',
      property({ '@type': 'DateTime', '@value': '2026-01-01T00:00:00.000Z' }),
      true,
    ],
    ['a=="2026-01-01T00:00:00Z"', property('2026-01-01T00:00:00.000Z'), false],
    ['a>2026-01-01T00:00:00Z', property('not a time'), false],
    ['a>2026-01-01T00:00:00Z', property(5), false],
    ['a.b==1', property(0, { b: property(1) }), true],
    ['a.b', property(0), false],
    ['a.observedAt>2026-01-01T00:00:00Z', property(0, { observedAt: '2026-06-01T00:00:00Z' }), true],
    ['a.unitCode=="CEL"', property(0, { unitCode: 'CEL' }), true],
    ['a[b.c]==1', property({ b: { c: 1 } }), true],
    ['a[b.c]==1', property({ b: [{ c: 2 }, { c: 1 }] }), true],
    ['a[b.d]', property({ b: { c: 1 } }), false],
    ['a[constructor]', property({ b: 1 }), false],
    ['a==urn:x:1', { type: 'Relationship', object: 'urn:x:1' }, true],
    ['a=="urn:x:2"', { type: 'Relationship', object: ['urn:x:1', 'urn:x:2'] }, true],
    ['a[en]=="hi"', { type: 'LanguageProperty', languageMap: { en: 'hi', vi: 'chào' } }, true],
    ['a[*]=="chào"', { type: 'LanguageProperty', languageMap: { en: 'hi', vi: 'chào' } }, true],
    ['a[fr]', { type: 'LanguageProperty', languageMap: { en: 'hi' } }, false],
    ['a=="x"', { type: 'VocabProperty', vocab: 'x' }, false],
    ['a!="x"', { type: 'VocabProperty', vocab: 'x' }, true],
    ['a==https://uri.etsi.org/ngsi-ld/default-context/x', { type: 'VocabProperty', vocab: ['w', 'x'] }, true],
    ['a==https://x.example/x', { type: 'VocabProperty', vocab: 'https://x.example/x' }, true],
    ['a~="/x$"', { type: 'VocabProperty', vocab: 'x' }, true],
    ['a', { type: 'VocabProperty', vocab: 'x' }, true],
    ['a[k]==1', { type: 'JsonProperty', json: { k: 1 } }, true],
    ['a==2', { type: 'ListProperty', valueList: [1, 2] }, true],
    ['a=="urn:x:1"', { type: 'ListRelationship', objectList: [{ object: 'urn:x:1' }] }, true],
    ['a==2', [property(1), property(2, { datasetId: 'urn:d:1' })], true],
    ['a!=2', [property(1), property(2, { datasetId: 'urn:d:1' })], false],
  ])('%s for %j is %s', (query, attribute, expected) => {
    expect(meets(query, attribute)).toBe(expected);
  });

  it('matches patterns in linear time', () => {
    expect(meets('a~="^(a+)+$"', property(`${'a'.repeat(50_000)}!`))).toBe(false);
  });
});
