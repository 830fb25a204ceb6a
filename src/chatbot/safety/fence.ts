import { randomBytes } from 'node:crypto';

/**
 * Marks text as data for a language model. The marks hold a random name that nobody who wrote the text can know, so that
 * it cannot end its own fence.
 */
export class Fence {
  readonly name = randomBytes(9).toString('base64url');

  get begin(): string {
    return `[data ${this.name}]`;
  }

  get end(): string {
    return `[/data ${this.name}]`;
  }

  /** The value as JSON between the marks. */
  around(value: unknown): string {
    return `${this.begin}\n${JSON.stringify(value)}\n${this.end}`;
  }
}
