import type { Reader } from '../../src/data-import/readers/file-format';
import type { ReadRow } from '../../src/data-import/row';

/** All rows that a reader makes of a file that arrives in these chunks. */
export async function readRows(reader: Reader, ...chunks: (string | Buffer)[]): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const row of reader(arriving(chunks))) {
    rows.push(row);
  }
  return rows;
}

/** The same, a byte at a time: what is in the file does not depend on how it arrives. */
export const readRowsBytewise = (reader: Reader, text: string): Promise<ReadRow[]> =>
  readRows(reader, ...[...Buffer.from(text)].map((byte) => Buffer.of(byte)));

async function* arriving(chunks: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    yield await Promise.resolve(Buffer.from(chunk));
  }
}
