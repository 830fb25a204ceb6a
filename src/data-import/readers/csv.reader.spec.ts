import { readRows, readRowsBytewise } from '../../../test/data-import/read-rows';
import { FileError } from '../row';
import { readCsv } from './csv.reader';

const read = (...chunks: (string | Buffer)[]) => readRows(readCsv, ...chunks);

describe('readCsv', () => {
  it.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['CRLF', 'a,b\r\n1,2\r\n'],
    ['a byte order mark', '\ufeffa,b\n1,2\n'],
    ['quotes', '"a","b"\n"1","2"'],
    ['spaces before', ' a, b\n 1, "2"\n'],
    ['blank lines', 'a,b\n1,2\n\n  \n'],
  ])('reads %s', async (_what, text) => {
    const rows = [{ at: '2', value: { a: '1', b: '2' } }];
    expect(await read(text)).toEqual(rows);
    expect(await readRowsBytewise(readCsv, text.replace(/\r?\n/, '$&$&'))).toEqual([{ ...rows[0], at: '3' }]);
  });

  it('keeps line feeds, quotes and separators inside quotes', async () => {
    expect(await read('a,b\n"x, y","say ""hi""\nthere"\n')).toEqual([
      { at: '3', value: { a: 'x, y', b: 'say "hi"\nthere' } },
    ]);
  });

  it.each([
    ['inside a cell', '5" pipe,2', { a: '5" pipe', b: '2' }],
    ['around a part of a cell', '"main" road,2', { a: '"main" road', b: '2' }],
  ])('takes a quote %s as it is', async (_what, line, value) => {
    expect(await read(`a,b\n${line}\n3,4\n`)).toEqual([
      { at: '2', value },
      { at: '3', value: { a: '3', b: '4' } },
    ]);
  });

  it('leaves out empty cells and columns without a name', async () => {
    expect(await read('a,,b\n,2,3\n')).toEqual([{ at: '2', value: { b: '3' } }]);
  });

  it('finds no row where there is but a header', async () => {
    expect(await read('a,b\n')).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    ['too many cells', '1,2,3', /Record Length/],
    ['too few cells', '1', /Record Length/],
  ])('names the line with %s and goes on', async (_what, line, problem) => {
    expect(await read(`a,b\n1,2\n${line}\n3,4\n`)).toEqual([
      { at: '2', value: { a: '1', b: '2' } },
      { at: '3', problem: expect.stringMatching(problem) as string },
      { at: '4', value: { a: '3', b: '4' } },
    ]);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /empty/],
    ['columns of one name', 'a,b,a\n1,2,3\n', /same name/],
    ['a quote that is never closed', 'a,b\n1,"2\n3,4\n', /Quote Not Closed/],
    ['a record without end', `a,b\n1,"${'x'.repeat(17_000_000)}`, /Max Record Size/],
    ['Latin-1', Buffer.from('a,b\né,2\n', 'latin1'), /UTF-8/],
  ])('refuses %s', async (_what, text, problem) => {
    const reading = read(text);
    await expect(reading).rejects.toThrow(FileError);
    await expect(reading).rejects.toThrow(problem);
  });
});
