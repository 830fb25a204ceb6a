import { createReadStream } from 'node:fs';
import { isObject } from '../../common/json/is-object';
import { readNdjson } from '../../data-import/readers/ndjson.reader';
import type { LabelledText } from '../labelled-text';

/** A row of a file of labelled texts by its line, or why it is of no use. */
export type LabelledRow = { line: string; example: LabelledText } | { line: string; problem: string };

/**
 * The rows of a file with one JSON object a line, of which `text` and `category` count.
 *
 * @throws the error of the file system when the file cannot be read
 */
export async function* readLabelledRows(
  file: string,
  categories: readonly string[],
): AsyncGenerator<LabelledRow> {
  for await (const row of readNdjson(createReadStream(file))) {
    const line = row.at;
    if ('problem' in row) yield { line, problem: row.problem };
    else yield { line, ...exampleOf(row.value, categories) };
  }
}

function exampleOf(
  value: unknown,
  categories: readonly string[],
): { example: LabelledText } | { problem: string } {
  if (!isObject(value)) return { problem: 'must be a JSON object' };
  const { text, category } = value;
  if (typeof text !== 'string' || text.trim() === '') return { problem: 'text: must be text, and not blank' };
  if (typeof category !== 'string' || !categories.includes(category)) {
    return { problem: `category: must be one of ${categories.join(', ')}` };
  }
  return { example: { text, category } };
}
