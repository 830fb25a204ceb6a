import { readRows, readRowsBytewise } from '../../../test/data-import/read-rows';
import { FileError } from '../row';
import { readJson } from './json.reader';

const read = (...chunks: (string | Buffer)[]) => readRows(readJson, ...chunks);

const rows = [
  { at: 'record 1', value: { a: [{ b: 1 }] } },
  { at: 'record 2', value: null },
];

describe('readJson', () => {
  it.each([
    ['an array', '[{"a":[{"b":1}]},null]'],
    ['an array after a byte order mark and white space', '\ufeff \r\n[{"a":[{"b":1}]},null]\n'],
    [
      'a FeatureCollection',
      '{"type":"FeatureCollection","bbox":[1,2,3,4],"features":[{"a":[{"b":1}]},null]}',
    ],
    [
      'issues of SeeClickFix',
      '{"metadata":{"pagination":{"page":1}},"issues":[{"a":[{"b":1}]},null],"errors":{}}',
    ],
    ['a wrapper that names its rows before anything else', '{"data":[{"a":[{"b":1}]},null],"total":2}'],
  ])('reads %s', async (_what, text) => {
    expect(await read(text)).toEqual(rows);
    expect(await readRowsBytewise(readJson, text)).toEqual(rows);
  });

  it('hands out rows while the rest of the file is still to come', async () => {
    let requested = 0;
    async function* arriving() {
      for (const text of ['[{"a":1},', '{"a":2}', ']']) {
        requested += 1;
        yield await Promise.resolve(Buffer.from(text));
      }
    }
    const first = await readJson(arriving()).next();
    expect(first.value).toEqual({ at: 'record 1', value: { a: 1 } });
    expect(requested).toBe(1);
  });

  it('finds no row in an empty array', async () => {
    expect(await read('[]')).toEqual([]);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /empty/],
    ['white space', ' \n', /empty/],
    ['text', 'pothole', /malformed/],
    ['an array cut off', '[{"a":1},{"b":', /ends in the middle, after record 1/],
    ['something after the end', '[{"a":1}] x', /malformed/],
    ['a bare word', '[{"a":x}]', /malformed/],
    ['an object without rows', '{"name":"x","list":{"a":[1]}}', /no rows/],
    ['an object whose rows are none', '{"features":{"a":{}}}', /no rows/],
    ['a number', '5 ', /no rows/],
    ['UTF-16', Buffer.from('[{"a":1}]', 'utf16le').subarray(0, -1), /UTF-8|malformed/],
    ['Latin-1', Buffer.from('["é"]', 'latin1'), /UTF-8/],
  ])('refuses %s', async (_what, text, problem) => {
    const reading = read(text);
    await expect(reading).rejects.toThrow(FileError);
    await expect(reading).rejects.toThrow(problem);
  });

  it('does not hold a row of any length in memory', async () => {
    const chunk = 'x'.repeat(1_000_000);
    await expect(read('["', ...Array<string>(17).fill(chunk), '"]')).rejects.toThrow(/record 1 is longer/);
  });
});
