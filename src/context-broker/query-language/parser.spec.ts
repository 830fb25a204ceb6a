import type { AttributePath, Comparison, Query } from './ast';
import { parseQuery } from './parser';

const path = (attribute: string, subAttributes: string[] = [], members: string[] = []): AttributePath => ({
  attribute,
  subAttributes,
  members,
});
const condition = (at: string | AttributePath, comparison?: Comparison): Query => ({
  kind: 'condition',
  path: typeof at === 'string' ? path(at) : at,
  ...(comparison && { comparison }),
});
const text = (value: string) => ({ kind: 'string', value }) as const;
const number = (value: number) => ({ kind: 'number', value }) as const;
const equals = (at: string | AttributePath, ...operands: (Comparison & { operator: '==' })['operands']) =>
  condition(at, { operator: '==', operands });

describe('parseQuery', () => {
  it.each<[string, Query]>([
    ['a', condition('a')],
    ['a=="x"', equals('a', text('x'))],
    ['a=="x","y"', equals('a', text('x'), text('y'))],
    ['a==1..2', equals('a', { kind: 'range', from: number(1), to: number(2) })],
    ['a==-1.5e3', equals('a', number(-1500))],
    ['a==1.5..2.5', equals('a', { kind: 'range', from: number(1.5), to: number(2.5) })],
    ['a=="a".."b"', equals('a', { kind: 'range', from: text('a'), to: text('b') })],
    ['a==true', equals('a', { kind: 'boolean', value: true })],
    ['a=="true"', equals('a', text('true'))],
    ['a=="é\\u00e9\\"\\\\;|()"', equals('a', text('éé"\\;|()'))],
    ['a==urn:ngsi-ld:Building:1', equals('a', text('urn:ngsi-ld:Building:1'))],
    ['a==commercial', equals('a', text('commercial'))],
    [
      ' a == 1 ; b > 2 ',
      {
        kind: 'and',
        operands: [equals('a', number(1)), condition('b', { operator: '>', operand: number(2) })],
      },
    ],
    ['a==12:30:00.5Z', equals('a', { kind: 'time', value: 45_000_500_000, text: '12:30:00.5Z' })],
    ['a{b}==1', { kind: 'linked', attribute: 'a', query: equals('b', number(1)) }],
    ['a{T,U:b.c}', { kind: 'linked', attribute: 'a', types: ['T', 'U'], query: condition(path('b', ['c'])) }],
    [
      'a{b{c}}==1',
      {
        kind: 'linked',
        attribute: 'a',
        query: { kind: 'linked', attribute: 'b', query: equals('c', number(1)) },
      },
    ],
    [
      'https://example.org/a.b>1',
      condition('https://example.org/a.b', { operator: '>', operand: number(1) }),
    ],
    ['a!=1', condition('a', { operator: '!=', operands: [number(1)] })],
    ['a>1', condition('a', { operator: '>', operand: number(1) })],
    ['a>=1', condition('a', { operator: '>=', operand: number(1) })],
    ['a<1', condition('a', { operator: '<', operand: number(1) })],
    ['a<=1', condition('a', { operator: '<=', operand: number(1) })],
    ['a~="(?i)x.*"', condition('a', { operator: '~=', pattern: '(?i)x.*' })],
    ['a!~=x', condition('a', { operator: '!~=', pattern: 'x' })],
    ['a~=(x|y)z', condition('a', { operator: '~=', pattern: '(x|y)z' })],
    ['a.b.c', condition(path('a', ['b', 'c']))],
    ['!a', { kind: 'not', operand: { kind: 'condition', path: path('a') } }],
    [
      '!a.b;c',
      {
        kind: 'and',
        operands: [{ kind: 'not', operand: { kind: 'condition', path: path('a', ['b']) } }, condition('c')],
      },
    ],
    ['a.observedAt', condition(path('a', ['observedAt']))],
    ['a[b.c]=="x"', equals(path('a', [], ['b', 'c']), text('x'))],
    ['a[b][c]', condition(path('a', [], ['b', 'c']))],
    ['a.b[*]', condition(path('a', ['b'], ['*']))],
    ['a["x y"]', condition(path('a', [], ['x y']))],
    [
      'a;b|c',
      {
        kind: 'or',
        operands: [{ kind: 'and', operands: [condition('a'), condition('b')] }, condition('c')],
      },
    ],
    [
      'a;(b|c)',
      {
        kind: 'and',
        operands: [condition('a'), { kind: 'or', operands: [condition('b'), condition('c')] }],
      },
    ],
    ['((a))', condition('a')],
    [
      'a>2026-01-02T03:04:05.678901Z',
      condition('a', {
        operator: '>',
        operand: {
          kind: 'dateTime',
          value: Date.UTC(2026, 0, 2, 3, 4, 5, 678) * 1000 + 901,
          text: '2026-01-02T03:04:05.678901Z',
        },
      }),
    ],
    [
      'a==2026-01-02..2026-01-03',
      equals('a', {
        kind: 'range',
        from: { kind: 'dateTime', value: Date.UTC(2026, 0, 2) * 1000, text: '2026-01-02' },
        to: { kind: 'dateTime', value: Date.UTC(2026, 0, 3) * 1000, text: '2026-01-03' },
      }),
    ],
  ])('reads %s', (query, expected) => {
    expect(parseQuery(query)).toEqual(expected);
  });

  it.each([
    ['', 'an attribute name is expected at position 1, not the end'],
    [';', 'an attribute name is expected at position 1'],
    ['a;', 'an attribute name is expected at position 3, not the end'],
    ['a|', 'an attribute name is expected at position 3'],
    ['(a', '")" is expected at position 3, not the end'],
    ['a)', 'at position 2, not ")"'],
    ['()', 'an attribute name is expected at position 2'],
    ['a==', 'a value is expected at position 4, not the end'],
    ["a=='b'", 'at position 4'],
    ['a=1', 'at position 2, not "=1"'],
    ['a=="b', 'the closing quote is missing of the text at position 4'],
    ['a=="\\x"', 'the escapes of JSON is expected at position 4'],
    ['a=="line\nbreak"', 'the escapes of JSON is expected at position 4'],
    ['a==1,', 'a value is expected at position 6'],
    ['a==1..', 'a value is expected at position 7'],
    ['a==1.."b"', 'must be of one kind'],
    ['a==true..false', 'must be of one kind'],
    ['a>1,2', 'at position 4, not ",2"'],
    ['a[', 'a member name is expected at position 3'],
    ['a[b', '"]" is expected at position 4'],
    ['a[]', 'a member name is expected at position 3'],
    ['a.', 'an attribute name is expected at position 3'],
    ['a{', 'an attribute name is expected at position 3'],
    ['a{b', '"}" is expected at position 4'],
    ['a{}', 'an attribute name is expected at position 3'],
    ['!', 'an attribute name is expected at position 2'],
    ['!a==1', 'at position 3'],
    ['!(a)', 'an attribute name is expected at position 2'],
    ['1a', 'an attribute name is expected at position 1'],
    ['a==1 or 1==1', 'at position 6'],
    ['a==b c', 'at position 6, not "c"'],
    ["a==1' OR '1'='1", 'at position 4'],
    ['a==1e999', 'a value is expected'],
    ['a==2026-02-30T00:00:00Z', 'a value is expected'],
    ['a~=', 'a pattern is expected at position 4'],
    ['a~="("', 'is no regular expression'],
    ['a~="(?<=x)y"', 'is no regular expression'],
    ['a~="x{1000}{1000}"', 'is no regular expression'],
    ['a\u0000==1', 'at position 2'],
  ])('refuses %j', (query, problem) => {
    expect(() => parseQuery(query)).toThrow(problem);
  });

  it('refuses what would take too much', () => {
    expect(() => parseQuery(`${'('.repeat(40)}a${')'.repeat(40)}`)).toThrow('nested deeper than 32');
    expect(() => parseQuery(Array(257).fill('a').join(';'))).toThrow('more than 256 terms');
    expect(() => parseQuery(`a=="${'x'.repeat(20_000)}"`)).toThrow('longer than 16384 characters');
    expect(() => parseQuery(`a~="${'x'.repeat(2000)}"`)).toThrow('longer than 1024 characters');
  });
});
