import { JSONParser } from '@streamparser/json';
import type { JsonValue } from '../../ngsi-ld/entity';
import { FileError, type ReadRow } from '../row';
import { decodeUtf8 } from './utf8';

/** Members of a wrapper object that hold the rows: GeoJSON, Overpass, SeeClickFix, and what APIs commonly call them. */
const ROW_MEMBERS = [
  'features',
  'elements',
  'issues',
  'service_requests',
  'requests',
  'reports',
  'entities',
  'data',
  'results',
  'records',
  'items',
];

/** How far apart, in characters, the ends of two rows may be: a bound on the memory that one row takes. */
const MAX_GAP = 16_000_000;

/**
 * The elements of a JSON array, or of the arrays in a wrapper object such as a GeoJSON FeatureCollection.
 *
 * @throws FileError where the text is no JSON, has no such array, or a row is unreasonably long.
 */
export async function* readJson(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  let parser: RowParser | undefined;
  let count = 0;
  let gap = 0;
  for await (const text of decodeUtf8(chunks)) {
    parser ??= text.trim() === '' ? undefined : new RowParser(!text.trimStart().startsWith('['));
    const values = parser?.read(text) ?? [];
    gap = values.length > 0 ? 0 : gap + text.length;
    if (gap > MAX_GAP) {
      throw new FileError(`record ${count + 1} is longer than ${MAX_GAP} characters`);
    }
    for (const value of values) {
      count += 1;
      yield { at: `record ${count}`, value };
    }
    parser?.throwIfBroken();
  }
  if (parser === undefined) {
    throw new FileError('is empty');
  }
  parser.finish(count);
  if (count === 0 && parser.inWrapper) {
    throw new FileError(
      `has no rows: expected an array, or an object with rows in ${ROW_MEMBERS.join(', ')}`,
    );
  }
}

/** Yields rows while their file is still being read, and forgets each once it is handed out. */
class RowParser {
  private readonly parser: JSONParser;
  private values: JsonValue[] = [];
  private failure: Error | undefined;

  /** @param inWrapper whether the rows are in members of an object. */
  constructor(readonly inWrapper: boolean) {
    const paths = inWrapper ? ROW_MEMBERS.map((member) => `$.${member}.*`) : ['$.*'];
    this.parser = new JSONParser({ paths, keepStack: false });
    this.parser.onValue = ({ value, parent }) => {
      if (Array.isArray(parent)) {
        this.values.push(value as JsonValue);
      }
    };
    this.parser.onError = (error) => {
      this.failure ??= error;
    };
  }

  /** The rows that end in this part of the text. */
  read(text: string): JsonValue[] {
    this.values = [];
    this.parser.write(text);
    return this.values;
  }

  throwIfBroken(): void {
    if (this.failure !== undefined) {
      throw new FileError(`malformed JSON: ${this.failure.message}`);
    }
  }

  finish(count: number): void {
    if (!this.parser.isEnded) {
      throw new FileError(`malformed JSON: the text ends in the middle, after record ${count}`);
    }
  }
}
