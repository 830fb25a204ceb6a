import type { Microseconds } from '../model/date-time';

/** A query of the NGSI-LD query language (ETSI GS CIM 009, clause 4.9). */
export type Query = Conjunction | Negation | Condition | LinkedQuery;

export interface Conjunction {
  kind: 'and' | 'or';
  operands: Query[];
}

/** `!attribute`: that a target does not exist. */
export interface Negation {
  kind: 'not';
  operand: Condition;
}

/** One query term: that a target exists, or how its value compares. */
export interface Condition {
  kind: 'condition';
  path: AttributePath;
  /** Absent: the target is to exist. */
  comparison?: Comparison;
}

/** A query term on the entities that a relationship leads to: `attribute{…}`. */
export interface LinkedQuery {
  kind: 'linked';
  /** The relationship. */
  attribute: string;
  /** Types of which a linked entity has at least one. */
  types?: string[];
  query: Query;
}

/** `attribute.sub.sub[member.member]` */
export interface AttributePath {
  attribute: string;
  /** Sub-attributes and members such as `observedAt`. */
  subAttributes: string[];
  /** Members of the value, a language, or `*` for any language. */
  members: string[];
}

export type Operator = '==' | '!=' | '>' | '>=' | '<' | '<=' | '~=' | '!~=';

export type Comparison =
  | { operator: '==' | '!='; operands: Operand[] }
  | { operator: '>' | '>=' | '<' | '<='; operand: Literal }
  | { operator: '~=' | '!~='; pattern: string };

/** A value, or an interval with both ends included. */
export type Operand = Literal | { kind: 'range'; from: Literal; to: Literal };

export type Literal =
  | { kind: 'string'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'dateTime'; value: Microseconds; text: string }
  /** A time of day, in microseconds since midnight. */
  | { kind: 'time'; value: Microseconds; text: string };
