import { NgsiLdError } from '../errors';

/** Characters of entities or attribute instances that one answer holds at most. */
const MAX_CHARACTERS = 16 * 2 ** 20;

/** Keeps one answer within bounds: rows are few enough by number, but each can be as large as a request may be. */
export class AnswerSize {
  private characters = 0;

  /** @throws NgsiLdError TooManyResults */
  collect<Row extends { body: string | null }>(rows: Iterable<Row>): Row[] {
    const collected: Row[] = [];
    for (const row of rows) {
      this.characters += row.body?.length ?? 0;
      if (this.characters > MAX_CHARACTERS) {
        throw new NgsiLdError(
          'TooManyResults',
          'the answer would have more than 16 MB: ask for less with limit',
        );
      }
      collected.push(row);
    }
    return collected;
  }
}
