import { JsonSyntaxError, parseJson } from '../../common/json/parse-json';
import type { JsonValue } from '../../ngsi-ld/entity';
import { MAX_ROW_BYTES, type ReadRow } from '../row';
import { isDecodingError } from './utf8';

const LINE_FEED = 0x0a;

/** One JSON value a line; blank lines are passed over. */
export async function* readNdjson(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  for await (const bytes of lines(chunks)) {
    number += 1;
    const at = String(number);
    if (bytes === undefined) {
      yield { at, problem: `longer than ${MAX_ROW_BYTES} bytes` };
      continue;
    }
    try {
      const text = decoder.decode(bytes);
      if (text.trim() !== '') {
        yield { at, value: parseJson(text) as JsonValue };
      }
    } catch (error) {
      yield { at, problem: problemOf(error) };
    }
  }
}

function problemOf(error: unknown): string {
  if (error instanceof JsonSyntaxError) {
    return error.message;
  }
  if (isDecodingError(error)) {
    return 'is not UTF-8 text';
  }
  throw error;
}

/** The lines without their ends; undefined stands for one too long to be kept. */
async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= MAX_ROW_BYTES) {
      parts.push(part);
    }
  };
  const finish = () => {
    const line = length <= MAX_ROW_BYTES ? Buffer.concat(parts) : undefined;
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end));
      yield finish();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  yield finish();
}
