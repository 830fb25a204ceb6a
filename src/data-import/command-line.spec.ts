import { UsageError } from '../common/command-line/parse-arguments';
import { parseCommandLine, sourceOf } from './command-line';

describe('parseCommandLine', () => {
  it('takes files and options in any order', () => {
    expect(parseCommandLine(['a.csv', '--update', '--format', 'csv', 'b', '--source=city-1'])).toEqual({
      files: ['a.csv', 'b'],
      format: 'csv',
      update: true,
      source: 'city-1',
      help: false,
    });
    expect(parseCommandLine(['--', '--odd.csv'])).toMatchObject({ files: ['--odd.csv'], update: false });
  });

  it('needs no file to show how it is used', () => {
    expect(parseCommandLine(['-h']).help).toBe(true);
  });

  it.each<[string, string[], string]>([
    ['no file', [], 'no file'],
    ['an unknown option', ['a.csv', '--force'], '--force'],
    ['an option without its value', ['a.csv', '--source'], '--source'],
    ['an unknown format', ['a.csv', '--format', 'xml'], '--format must be one of'],
    ['a name of an object for a format', ['a.csv', '--format', 'constructor'], '--format must be one of'],
    ['a source that cannot stand in an id', ['a.csv', '--source', 'a b'], '--source must be'],
    ['an empty source', ['a.csv', '--source', ''], '--source must be'],
  ])('refuses %s', (_what, args, reason) => {
    expect(() => parseCommandLine(args)).toThrow(UsageError);
    expect(() => parseCommandLine(args)).toThrow(reason);
  });
});

describe('sourceOf', () => {
  it.each([
    ['/data/requests-2026.csv', 'requests-2026'],
    ['báo cáo.ndjson', 'b-o-c-o'],
    ['.csv', '.csv'],
    [`${'x'.repeat(100)}.csv`, 'x'.repeat(60)],
  ])('names %s %s', (file, source) => {
    expect(sourceOf(file)).toBe(source);
  });
});
