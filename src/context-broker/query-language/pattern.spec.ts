import { compilePattern } from './pattern';

describe('compilePattern', () => {
  it.each([
    '^urn:.*[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    '(\\d{1,3}\\.){3}\\d{1,3}',
    '.{1000}',
    'a{,5}',
  ])('takes %s', (pattern) => {
    expect(compilePattern(pattern, 'q').pattern()).toBe(pattern);
  });

  it.each([
    ['(', /no regular expression/],
    ['a'.repeat(1025), /longer than 1024/],
    [`(${'x.*a?'.repeat(10)}){999}b`, /repeats too much/],
    [`((${'x.*a?'.repeat(20)}){30}){30}`, /repeats too much/],
    [`(${'a{90}b'.repeat(20)}){10}`, /repeats too much/],
  ])('refuses %s', (pattern, problem) => {
    expect(() => compilePattern(pattern, 'q')).toThrow(problem);
  });
});
