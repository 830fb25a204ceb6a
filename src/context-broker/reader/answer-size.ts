import { NgsiLdError } from '../errors';

/** Bytes, or characters, of entities or attribute instances that one answer holds at most. */
const MAX_SIZE = 16 * 2 ** 20;

/**
 * Keeps one answer within bounds: rows are few enough by number, but each can be as large as a request may be.
 *
 * @throws NgsiLdError TooManyResults
 */
export function assertAnswerable(size: number): void {
  if (size > MAX_SIZE) {
    throw new NgsiLdError('TooManyResults', 'the answer would have more than 16 MB: ask for less with limit');
  }
}

/** Adds up the size of an answer while it is collected. */
export class AnswerSize {
  private characters = 0;

  /** @throws NgsiLdError TooManyResults */
  collect<Row extends { body: string }>(rows: Iterable<Row>): Row[] {
    const collected: Row[] = [];
    for (const row of rows) {
      assertAnswerable((this.characters += row.body.length));
      collected.push(row);
    }
    return collected;
  }
}
