import { JsonSyntaxError, parseJson } from './parse-json';

describe('parseJson', () => {
  it.each(['{"a":[1,{"b":null}],"c":"é😀"}', '[]', '"text"', '1e3', '{"a":{"x":1},"b":{"x":2}}', '{"":0}'])(
    'reads %s as JSON.parse does',
    (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    },
  );

  it('takes 64 levels', () => {
    expect(parseJson('['.repeat(64) + ']'.repeat(64))).toHaveLength(1);
  });

  it.each([
    '[9007199254740991,-9007199254740992]',
    '[100000000000000000000,-1000000000000000000000000]',
    // 2 ** 60 as JavaScript writes it
    '{"a":1152921504606847000}',
    '[0.12345678901234567890,1234567890.1234567890e10]',
    '["12345678901234567890"]',
  ])('takes %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['[12345678901234567890]', /number is out of range \(line 1\)/],
    ['{\n"a":-9007199254740993}', /number is out of range \(line 2\)/],
    ['[99999999999999999999999]', /number is out of range/],
    ['{"a":1,"a":2}', /"a" stands twice/],
    ['[{"b":{"a":1,"\\u0061":2}}]', /"a" stands twice/],
    ['{"a":{"__proto__":1}}', /__proto__/],
    ['{"a":{"\\u005f_proto__":1}}', /__proto__/],
    ['['.repeat(65) + ']'.repeat(65), /deeper than 64/],
    ['{', /malformed JSON/],
    ['', /malformed JSON/],
    ['{"a":1} //', /malformed JSON/],
  ])('refuses %.40s', (text, message) => {
    expect(() => parseJson(text)).toThrow(JsonSyntaxError);
    expect(() => parseJson(text)).toThrow(message);
  });
});
