import { badRequestData } from '../errors';
import { parseDateTime, parseTime } from '../model/date-time';
import { isUri } from '../model/names';
import type { Literal, Operator } from './ast';

/** Longest first, so that `>=` is not read as `>`. */
const OPERATORS: readonly Operator[] = ['!~=', '==', '!=', '>=', '<=', '~=', '>', '<'];

/** A name, or a whole IRI, in which dots are no separators. */
const NAME = /https?:\/\/[^\s\p{Cc}"();|,=<>~![\]{}]+|[\p{L}_][\p{L}\p{M}\p{N}_\-:/#]*/uy;
const MEMBER = /[^\s\p{Cc}.[\]"();|=<>~!]+/uy;
const STRING = /"(?:[^"\\]|\\.)*"/suy;
/** Up to the end of an unquoted value; a range has its dots in between. */
const WORD = /(?:(?!\.\.)[^\s"();|,=<>~![\]{}])+/uy;
const BARE_WORD = /^\p{L}[\p{L}\p{M}\p{N}_-]*$/u;
/** Types in front of the path of a linked query. */
const TYPE_HINT = /[^\s\p{Cc}"();|=<>~![\]{}.]+(?:,[^\s\p{Cc}"();|=<>~![\]{}.]+)*:(?=[\p{L}_])/uy;
const SPACE = /\s*/uy;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads a query from left to right, one token at a time, and says where it stopped making sense. */
export class Tokenizer {
  private at = 0;

  constructor(private readonly text: string) {
    this.skipSpace();
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  /** Reads over `token` when it stands here. */
  take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    this.skipSpace();
    return true;
  }

  operator(): Operator | undefined {
    return OPERATORS.find((operator) => this.take(operator));
  }

  /** The name of an attribute or sub-attribute. */
  name(): string {
    return this.match(NAME) ?? this.fail('an attribute name is expected');
  }

  /** The types in front of a path, when there are some. */
  typeHint(): string[] | undefined {
    return this.match(TYPE_HINT)?.slice(0, -1).split(',');
  }

  /** A member of a value, between brackets. */
  member(): string {
    if (this.text[this.at] === '"') return this.string();
    return this.match(MEMBER) ?? this.fail('a member name is expected');
  }

  literal(): Literal {
    if (this.text[this.at] === '"') return { kind: 'string', value: this.string() };
    const start = this.at;
    const word = this.match(WORD);
    if (word === undefined) return this.fail('a value is expected');
    if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true' };
    if (NUMBER.test(word) && Number.isFinite(Number(word))) return { kind: 'number', value: Number(word) };
    const time = parseDateTime(word);
    if (time !== undefined) return { kind: 'dateTime', value: time, text: word };
    const timeOfDay = parseTime(word);
    if (timeOfDay !== undefined) return { kind: 'time', value: timeOfDay, text: word };
    if (isUri(word) || BARE_WORD.test(word)) return { kind: 'string', value: word };
    this.at = start;
    return this.fail(
      'a value is expected: a number, true, false, a DateTime, a URI, or text in double quotes',
    );
  }

  /** A regular expression, quoted, or up to the end of the term: parentheses in it are balanced. */
  pattern(): string {
    if (this.text[this.at] === '"') return this.string();
    const start = this.at;
    for (let depth = 0; !this.done; this.at += this.text[this.at] === '\\' ? 2 : 1) {
      const character = this.text[this.at];
      if (character === ';' || (depth === 0 && (character === ')' || character === '|'))) break;
      depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    }
    return this.text.slice(start, this.at).trimEnd() || this.fail('a pattern is expected');
  }

  /** @throws NgsiLdError BadRequestData with the position, counted from 1. */
  fail(problem: string): never {
    const found = this.done ? 'the end' : `"${this.text.slice(this.at, this.at + 10)}"`;
    throw badRequestData(`q: ${problem} at position ${this.at + 1}, not ${found}`);
  }

  private string(): string {
    const start = this.at;
    const quoted = this.match(STRING) ?? this.fail('the closing quote is missing of the text');
    try {
      return JSON.parse(quoted) as string;
    } catch {
      this.at = start;
      return this.fail('a text with the escapes of JSON is expected');
    }
  }

  private match(expression: RegExp): string | undefined {
    expression.lastIndex = this.at;
    const [found] = expression.exec(this.text) ?? [];
    if (found === undefined) return undefined;
    this.at += found.length;
    this.skipSpace();
    return found;
  }

  private skipSpace(): void {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.text)?.[0].length ?? 0;
  }
}
