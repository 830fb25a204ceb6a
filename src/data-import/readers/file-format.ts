import { extname } from 'node:path';
import { FileError, type ReadRow } from '../row';
import { readCsv } from './csv.reader';
import { readJson } from './json.reader';
import { readNdjson } from './ndjson.reader';

/** Reads the rows of a file one after the other, in bounded memory. */
export type Reader = (chunks: AsyncIterable<Buffer>) => AsyncIterable<ReadRow>;

/** GeoJSON is JSON whose rows are Features. */
const READERS = { ndjson: readNdjson, json: readJson, geojson: readJson, csv: readCsv } as const;

export type FileFormat = keyof typeof READERS;

export const FILE_FORMATS = Object.keys(READERS) as FileFormat[];

const EXTENSIONS: Record<string, FileFormat> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.geojsonl': 'ndjson',
  '.json': 'json',
  '.geojson': 'geojson',
  '.csv': 'csv',
  '.tsv': 'csv',
};

/**
 * The reader for a file, by its name unless the format is given.
 *
 * @throws FileError when the name tells no format.
 */
export function readerFor(file: string, format: FileFormat | undefined): Reader {
  const known = format ?? EXTENSIONS[extname(file).toLowerCase()];
  if (known === undefined) {
    throw new FileError(`cannot tell the format from the name; give --format ${FILE_FORMATS.join('|')}`);
  }
  return READERS[known];
}
