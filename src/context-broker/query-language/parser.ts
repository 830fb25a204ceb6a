import { badRequestData } from '../errors';
import { checkedName } from '../model/names';
import { compilePattern } from './pattern';
import type { AttributePath, Comparison, Condition, Operand, Query } from './ast';
import { Tokenizer } from './tokenizer';

const MAX_LENGTH = 16_384;
const MAX_DEPTH = 32;
const MAX_TERMS = 256;

/**
 * Parses a query of clause 4.9: `;` is and, `|` is or, and binds less tightly.
 *
 * @throws NgsiLdError BadRequestData
 */
export function parseQuery(text: string): Query {
  if (text.length > MAX_LENGTH) throw badRequestData(`q: longer than ${MAX_LENGTH} characters`);
  return new Parser(text).parse();
}

class Parser {
  private readonly tokens: Tokenizer;
  private terms = 0;

  constructor(text: string) {
    this.tokens = new Tokenizer(text);
  }

  parse(): Query {
    const query = this.alternatives(0);
    return this.tokens.done ? query : this.tokens.fail('an operator, ";", "|" or the end is expected');
  }

  private alternatives(depth: number): Query {
    return this.joined('or', '|', () => this.joined('and', ';', () => this.term(depth)));
  }

  private joined(kind: 'and' | 'or', separator: string, operand: () => Query): Query {
    const first = operand();
    const operands = [first];
    while (this.tokens.take(separator)) operands.push(operand());
    return operands.length === 1 ? first : { kind, operands };
  }

  private term(depth: number): Query {
    if (depth > MAX_DEPTH) throw badRequestData(`q: nested deeper than ${MAX_DEPTH} parentheses`);
    if (!this.tokens.take('(')) return this.condition();
    const inner = this.alternatives(depth + 1);
    return this.tokens.take(')') ? inner : this.tokens.fail('")" is expected');
  }

  private condition(): Condition {
    if (++this.terms > MAX_TERMS) throw badRequestData(`q: more than ${MAX_TERMS} terms`);
    const path = this.path();
    const comparison = this.comparison();
    return { kind: 'condition', path, ...(comparison && { comparison }) };
  }

  private path(): AttributePath {
    const attribute = checkedName(this.tokens.name(), 'q');
    const subAttributes: string[] = [];
    while (this.tokens.take('.')) subAttributes.push(checkedName(this.tokens.name(), 'q'));
    const members: string[] = [];
    while (this.tokens.take('[')) {
      do members.push(this.tokens.member());
      while (this.tokens.take('.'));
      if (!this.tokens.take(']')) this.tokens.fail('"]" is expected');
    }
    return { attribute, subAttributes, members };
  }

  private comparison(): Comparison | undefined {
    const operator = this.tokens.operator();
    switch (operator) {
      case undefined:
        return undefined;
      case '==':
      case '!=':
        return { operator, operands: this.operands() };
      case '~=':
      case '!~=':
        return { operator, pattern: this.pattern() };
      default:
        return { operator, operand: this.tokens.literal() };
    }
  }

  private operands(): Operand[] {
    const operands = [this.operand()];
    while (this.tokens.take(',')) operands.push(this.operand());
    return operands;
  }

  private operand(): Operand {
    const from = this.tokens.literal();
    if (!this.tokens.take('..')) return from;
    const to = this.tokens.literal();
    if (from.kind !== to.kind || from.kind === 'boolean')
      this.tokens.fail('the ends of a range must be of one kind');
    return { kind: 'range', from, to };
  }

  private pattern(): string {
    const pattern = this.tokens.pattern();
    compilePattern(pattern, 'q');
    return pattern;
  }
}
