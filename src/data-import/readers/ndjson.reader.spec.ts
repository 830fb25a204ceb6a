import { readRows, readRowsBytewise } from '../../../test/data-import/read-rows';
import { MAX_ROW_BYTES } from '../row';
import { readNdjson } from './ndjson.reader';

const read = (...chunks: (string | Buffer)[]) => readRows(readNdjson, ...chunks);

describe('readNdjson', () => {
  it('reads one value a line, with or without a last line feed', async () => {
    const rows = [
      { at: '1', value: { a: 1 } },
      { at: '2', value: ['b'] },
    ];
    expect(await read('{"a":1}\n["b"]')).toEqual(rows);
    expect(await read('{"a":1}\n["b"]\n')).toEqual(rows);
  });

  it.each([
    ['CRLF line ends', '{"a":1}\r\n{"a":2}\r\n', ['1', '2']],
    ['a byte order mark', '\ufeff{"a":1}\n{"a":2}', ['1', '2']],
    ['blank lines', '\n{"a":1}\n \t\n\r\n{"a":2}\n\n', ['2', '5']],
  ])('reads past %s', async (_what, text, places) => {
    expect(await read(text)).toEqual(places.map((at, index) => ({ at, value: { a: index + 1 } })));
  });

  it.each(['', '\n', ' \r\n'])('finds no row in %j', async (text) => {
    expect(await read(text)).toEqual([]);
  });

  it('keeps line separators of Unicode inside a value', async () => {
    const value = 'a\u2028b\u2029c\u0085d';
    expect(await read(JSON.stringify(value))).toEqual([{ at: '1', value }]);
  });

  it('does not depend on where the chunks end', async () => {
    const text = '{"tên":"Đường 🕳"}\r\n\n{"b":[1,2]}\n{"half":';
    expect(await readRowsBytewise(readNdjson, text)).toEqual(await read(text));
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['half a line', '{"a":', /malformed JSON/],
    ['text', 'pothole', /malformed JSON/],
    ['two values', '{} {}', /malformed JSON/],
    ['a NUL', '{"a":1}\0', /malformed JSON/],
    ['a name that stands twice', '{"a":1,"a":2}', /twice/],
    ['__proto__', '{"__proto__":{"admin":true}}', /__proto__/],
    ['deep nesting', '['.repeat(100_000), /malformed JSON/],
    ['deep nesting, closed', '['.repeat(1000) + ']'.repeat(1000), /deeper than/],
    ['Latin-1', Buffer.from('{"a":"é"}', 'latin1'), /UTF-8/],
    ['a long line', JSON.stringify('x'.repeat(MAX_ROW_BYTES)), /longer than/],
  ])('names the line with %s and goes on', async (_what, line, problem) => {
    expect(await read('{"a":1}\n', line, '\n{"a":2}\n')).toEqual([
      { at: '1', value: { a: 1 } },
      { at: '2', problem: expect.stringMatching(problem) as string },
      { at: '3', value: { a: 2 } },
    ]);
  });

  it('takes a line of the greatest length', async () => {
    const value = 'x'.repeat(MAX_ROW_BYTES - 2);
    expect(await read(JSON.stringify(value))).toEqual([{ at: '1', value }]);
  });
});
