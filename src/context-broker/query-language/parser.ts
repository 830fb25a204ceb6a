import { CORE_TERMS, iriOf, type Terms } from '../context/terms';
import { badRequestData } from '../errors';
import { checkedName } from '../model/names';
import { compilePattern } from './pattern';
import type { AttributePath, Comparison, Condition, LinkedQuery, Literal, Operand, Query } from './ast';
import { Tokenizer } from './tokenizer';

const MAX_LENGTH = 16_384;
const MAX_DEPTH = 32;
const MAX_TERMS = 256;

/** The attributes, by stored name, whose values in a query are names too: terms of the context (`expandValues`). */
export type NamingAttributes = ReadonlySet<string>;

/**
 * Parses a query of clause 4.9: `;` is and, `|` is or, and binds less tightly.
 *
 * @throws NgsiLdError BadRequestData
 */
export function parseQuery(
  text: string,
  terms: Terms = CORE_TERMS,
  naming: NamingAttributes = new Set(),
): Query {
  if (text.length > MAX_LENGTH) throw badRequestData(`q: longer than ${MAX_LENGTH} characters`);
  return new Parser(text, terms, naming).parse();
}

/** How many relationships the deepest linked query follows (clause 4.9). */
export function linkDepth(query: Query): number {
  switch (query.kind) {
    case 'condition':
      return 0;
    case 'not':
      return 0;
    case 'linked':
      return 1 + linkDepth(query.query);
    default:
      return Math.max(...query.operands.map(linkDepth));
  }
}

class Parser {
  private readonly tokens: Tokenizer;
  private conditions = 0;

  constructor(
    text: string,
    private readonly terms: Terms,
    private readonly naming: NamingAttributes,
  ) {
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
    if (!this.tokens.take('(')) return this.condition(depth);
    const inner = this.alternatives(depth + 1);
    return this.tokens.take(')') ? inner : this.tokens.fail('")" is expected');
  }

  private condition(depth: number): Query {
    if (++this.conditions > MAX_TERMS) throw badRequestData(`q: more than ${MAX_TERMS} terms`);
    const isNegated = this.tokens.take('!');
    const attribute = checkedName(this.tokens.name(), 'q', this.terms);
    if (isNegated) return { kind: 'not', operand: { kind: 'condition', path: this.path(attribute) } };
    if (this.tokens.take('{')) return this.linked(attribute, depth);
    const path = this.path(attribute);
    return { kind: 'condition', path, ...this.compared(path) };
  }

  private compared({ attribute }: AttributePath): Pick<Condition, 'comparison'> {
    const comparison = this.comparison();
    if (comparison === undefined) return {};
    return { comparison: this.naming.has(attribute) ? this.named(comparison) : comparison };
  }

  /**
   * `{Type,Type:path}`, and how the value there compares: the operator stands behind the braces. An operator within
   * them is taken too.
   */
  private linked(attribute: string, depth: number): LinkedQuery {
    if (depth >= MAX_DEPTH) throw badRequestData(`q: nested deeper than ${MAX_DEPTH} relationships`);
    const types = this.types();
    const inner = this.condition(depth + 1);
    if (!this.tokens.take('}')) this.tokens.fail('"}" is expected');
    return { kind: 'linked', attribute, ...(types && { types }), query: this.completed(inner) };
  }

  /** The query with what stands behind the braces, if it does not compare yet. */
  private completed(query: Query): Query {
    if (query.kind === 'linked') return { ...query, query: this.completed(query.query) };
    return query.kind === 'condition' && query.comparison === undefined
      ? { ...query, ...this.compared(query.path) }
      : query;
  }

  private types(): string[] | undefined {
    return this.tokens.typeHint()?.map((type) => checkedName(type, 'q', this.terms));
  }

  private path(attribute: string): AttributePath {
    const subAttributes: string[] = [];
    while (this.tokens.take('.')) subAttributes.push(checkedName(this.tokens.name(), 'q', this.terms));
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

  /** The comparison with values that are names of the context, as IRIs. */
  private named(comparison: Comparison): Comparison {
    if (comparison.operator !== '==' && comparison.operator !== '!=') return comparison;
    const name = (literal: Literal): Literal =>
      literal.kind === 'string'
        ? { kind: 'string', value: iriOf(this.terms.toStored(literal.value)) }
        : literal;
    return {
      ...comparison,
      operands: comparison.operands.map((operand) => (operand.kind === 'range' ? operand : name(operand))),
    };
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
