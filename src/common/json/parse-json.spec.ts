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
