import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FileError, MAX_ROW_BYTES, type ReadRow } from '../row';
import { decodeUtf8 } from './utf8';

interface CsvRecord {
  info: { lines: number };
  record: Record<string, string>;
}

/**
 * CSV (RFC 4180) whose first line names the columns, separated by commas, semicolons or tabs. Every value is text;
 * empty cells are left out. A row is located by the line on which it ends.
 *
 * @throws FileError when the header is unusable.
 */
export async function* readCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  const text = decodeUtf8(chunks);
  const first = await text.next();
  if (first.done === true) {
    throw new FileError('is empty');
  }
  const skipped: ReadRow[] = [];
  const source = Readable.from(prepend(first.value, text));
  const parser = parse({
    delimiter: delimiterOf(first.value),
    columns: columnNames,
    info: true,
    max_record_size: MAX_ROW_BYTES,
    skip_empty_lines: true,
    skip_records_with_error: true,
    trim: true,
    on_skip: (error) => {
      if (error !== undefined) {
        skipped.push({ at: String(error['lines']), problem: error.message });
      }
    },
  });
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    for await (const { info, record } of parser as AsyncIterable<CsvRecord>) {
      yield* skipped.splice(0);
      const cells = Object.entries(record).filter(([, cell]) => cell !== '');
      yield { at: String(info.lines), value: Object.fromEntries(cells) };
    }
    yield* skipped.splice(0);
  } catch (error) {
    throw error instanceof CsvError ? new FileError(error.message) : error;
  } finally {
    source.destroy();
  }
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
  const named = header.filter((name) => name !== '');
  if (new Set(named).size < named.length) {
    throw new FileError('two columns have the same name');
  }
  return header.map((name) => name || false);
}
