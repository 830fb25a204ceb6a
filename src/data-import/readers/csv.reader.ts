import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FileError, type ReadRow } from '../row';
import { decodeUtf8 } from './utf8';

interface CsvRecord {
  info: { lines: number; error?: Error };
  record: Record<string, string>;
}

/**
 * The longest record, in bytes. Its end is not found when a quote is never closed, and nothing after it can be told
 * apart: then the file is given up.
 */
const MAX_RECORD_BYTES = 16_000_000;

/**
 * CSV (RFC 4180) whose first line names the columns, separated by commas, semicolons or tabs. Every value is text;
 * empty cells are left out. A row is located by the line on which it ends.
 *
 * @throws FileError when the header is unusable or a quote is never closed.
 */
export async function* readCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  const text = decodeUtf8(chunks);
  const start = await readHeader(text);
  const source = Readable.from(prepend(start, text));
  const parser = parse({
    delimiter: delimiterOf(start),
    columns: columnNames,
    info: true,
    ltrim: true,
    max_record_size: MAX_RECORD_BYTES,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_empty_values: true,
  });
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    for await (const { info, record } of parser as AsyncIterable<CsvRecord>) {
      yield info.error === undefined
        ? toRow(info.lines, record)
        : { at: String(info.lines), problem: info.error.message };
    }
  } catch (error) {
    throw error instanceof CsvError ? new FileError(error.message) : error;
  } finally {
    source.destroy();
  }
}

function toRow(line: number, record: Record<string, string>): ReadRow {
  const cells = Object.entries(record).filter(([, cell]) => cell !== '');
  return { at: String(line), value: Object.fromEntries(cells) };
}

/** The text up to and beyond the end of the first line. */
async function readHeader(text: AsyncGenerator<string>): Promise<string> {
  let start = '';
  while (!start.includes('\n') && start.length < MAX_RECORD_BYTES) {
    const next = await text.next();
    if (next.done === true) {
      break;
    }
    start += next.value;
  }
  if (start.trim() === '') {
    throw new FileError('is empty');
  }
  return start;
}

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

function delimiterOf(text: string): string {
  const [header = ''] = text.split('\n', 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Columns without a name are passed over. */
function columnNames(header: string[]): (string | false)[] {
  const names = header.map((name) => name.trim());
  const named = names.filter((name) => name !== '');
  if (new Set(named).size < named.length) {
    throw new FileError('two columns have the same name');
  }
  return names.map((name) => name || false);
}
