import fc from '../../test/support/fast-check';
import { ValidationError } from '../common/errors/service-error';
import type { Comparable, EntityFilter } from './entity-query';
import { filterParameters } from './query-parameters';

const type = 'CitizenReport';
const q = (filter: Omit<EntityFilter, 'type'>) => filterParameters({ type, ...filter })['q'];
const equal = (...oneOf: Comparable[]) => q({ where: [{ attribute: 'category', oneOf }] });

describe('filterParameters', () => {
  it('asks for the type alone when nothing else is given', () => {
    expect(filterParameters({ type })).toEqual({ type });
    expect(filterParameters({ type, where: [] })).toEqual({ type });
  });

  describe('equality', () => {
    it.each<[string, Comparable, string]>([
      ['a word', 'waste', '"waste"'],
      ['an empty string', '', '""'],
      ['a number in a string', '12', '"12"'],
      ['a quote', 'a"b', '"a\\"b"'],
      ['a backslash', 'a\\b', '"a\\\\b"'],
      ['a backslash before the end', 'a\\', '"a\\\\"'],
      ['operators', ');|(==~=', '");|(==~="'],
      ['a list', 'a,b', '"a,b"'],
      ['a percent sign', '100%25', '"100%25"'],
      ['SQL', "'; DROP TABLE x; --", '"\'; DROP TABLE x; --"'],
      ['a line break and NUL', 'a\n\u0000', '"a\\n\\u0000"'],
      ['half a surrogate pair', '\ud800', '"\\ud800"'],
      ['other scripts', 'Đường 🕳', '"Đường 🕳"'],
      ['a number', -1.5, '-1.5'],
      ['a large number', 1e21, '1e+21'],
      ['a boolean', true, 'true'],
    ])('writes %s as a literal', (_what, value, expected) => {
      expect(equal(value)).toBe(`category==${expected}`);
    });

    it('writes a list of values', () => {
      expect(equal('a', 'b,c', 3, false)).toBe('category=="a","b,c",3,false');
    });

    it('keeps any string as one JSON string', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (value) => {
          expect(JSON.parse((equal(value) ?? '').slice('category=='.length))).toBe(value);
        }),
      );
    });

    it.each([NaN, Infinity, -Infinity])('refuses %d', (value) => {
      expect(() => equal(value)).toThrow(RangeError);
    });

    it('refuses an empty list, which nothing could match', () => {
      expect(() => equal()).toThrow(RangeError);
    });
  });

  describe('bounds', () => {
    const from = new Date('2026-01-02T03:04:05.678+07:00');

    it('writes dates as DateTime literals, unquoted and in UTC', () => {
      expect(q({ where: [{ attribute: 'dateCreated', from }] })).toBe(
        'dateCreated>=2026-01-01T20:04:05.678Z',
      );
    });

    it('includes both bounds', () => {
      expect(q({ where: [{ attribute: 'score', from: 0, to: 0.5 }] })).toBe('score>=0;score<=0.5');
    });

    it('takes an upper bound alone, and none', () => {
      expect(q({ where: [{ attribute: 'score', to: 0 }] })).toBe('score<=0');
      expect(q({ where: [{ attribute: 'score' }] })).toBeUndefined();
    });

    it.each([new Date(NaN), NaN])('refuses %p', (bound) => {
      expect(() => q({ where: [{ attribute: 'score', from: bound }] })).toThrow(RangeError);
    });
  });

  describe('text', () => {
    const text = (words: string[], attributes = ['title', 'description']) =>
      q({ text: { words, attributes } });

    it('looks for every word in any of the attributes, ignoring case', () => {
      expect(text(['Pot', 'hole'])).toBe(
        '(title~="(?i)Pot"|description~="(?i)Pot");(title~="(?i)hole"|description~="(?i)hole")',
      );
    });

    it('asks for nothing without words', () => {
      expect(text([])).toBeUndefined();
    });

    it.each([...'\\^$.*+?()[]{}|'])('takes %s literally', (character) => {
      expect(text([character], ['title'])).toBe(`(title~=${JSON.stringify(`(?i)\\${character}`)})`);
    });

    it('writes patterns that match the very word and are one JSON string each', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary-ascii' }), (word) => {
          const term = text([word], ['title']) ?? '';
          const pattern = String(JSON.parse(term.slice('(title~='.length, -1)));
          expect(pattern.slice(0, 4)).toBe('(?i)');
          expect(new RegExp(`^(?:${pattern.slice(4)})$`).test(word)).toBe(true);
        }),
      );
    });
  });

  it('joins all conditions with and', () => {
    expect(
      q({
        where: [
          { attribute: 'status', oneOf: ['pending'] },
          { attribute: 'score', from: 1 },
        ],
        text: { words: ['a'], attributes: ['title'] },
      }),
    ).toBe('status=="pending";score>=1;(title~="(?i)a")');
  });

  it.each(['', 'a b', 'a;b', 'a==1|b', 'a.b', 'a[b]', '1a', 'ä"'])(
    'refuses the attribute name %p',
    (attribute) => {
      expect(() => q({ where: [{ attribute, oneOf: [1] }] })).toThrow(TypeError);
      expect(() => q({ where: [{ attribute, from: 1 }] })).toThrow(TypeError);
      expect(() => q({ text: { words: ['x'], attributes: [attribute] } })).toThrow(TypeError);
    },
  );

  describe('place', () => {
    const bbox = { west: 105, south: 20, east: 106, north: 21 };
    const near = { longitude: 105.85, latitude: 21.02, maxDistance: 2000 };

    it('asks for a distance in metres', () => {
      expect(filterParameters({ type, near })).toEqual({
        type,
        georel: 'near;maxDistance==2000',
        geometry: 'Point',
        coordinates: '[105.85,21.02]',
      });
    });

    it('asks for a box as a closed, counter-clockwise polygon', () => {
      expect(filterParameters({ type, bbox })).toEqual({
        type,
        georel: 'intersects',
        geometry: 'Polygon',
        coordinates: '[[[105,20],[106,20],[106,21],[105,21],[105,20]]]',
      });
    });

    it('cuts a box at the antimeridian', () => {
      expect(filterParameters({ type, bbox: { west: 170, south: -20, east: -170, north: -10 } })).toEqual({
        type,
        georel: 'intersects',
        geometry: 'MultiPolygon',
        coordinates:
          '[[[[170,-20],[180,-20],[180,-10],[170,-10],[170,-20]]],' +
          '[[[-180,-20],[-170,-20],[-170,-10],[-180,-10],[-180,-20]]]]',
      });
    });

    it('refuses both at once', () => {
      expect(() => filterParameters({ type, near, bbox })).toThrow(ValidationError);
    });
  });
});
