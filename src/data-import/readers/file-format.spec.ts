import { readCsv } from './csv.reader';
import { readerFor } from './file-format';
import { readJson } from './json.reader';
import { readNdjson } from './ndjson.reader';

describe('readerFor', () => {
  it.each([
    ['a.ndjson', readNdjson],
    ['a.jsonl', readNdjson],
    ['a.JSON', readJson],
    ['a.geojson', readJson],
    ['a.b.csv', readCsv],
    ['a.tsv', readCsv],
  ])('reads %s by its name', (file, reader) => {
    expect(readerFor(file, undefined)).toBe(reader);
  });

  it('prefers the format that is given', () => {
    expect(readerFor('export.json', 'ndjson')).toBe(readNdjson);
    expect(readerFor('export', 'csv')).toBe(readCsv);
  });

  it.each(['export', 'export.xml', 'json'])('cannot tell the format of %s', (file) => {
    expect(() => readerFor(file, undefined)).toThrow(/--format/);
  });
});
