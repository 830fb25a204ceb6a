import { iriOf } from '../context/terms';
import { ATTRIBUTE_MEMBERS, VALUE_MEMBER } from '../model/attribute-kinds';
import { parseDateTime, parseTime } from '../model/date-time';
import type { Attribute, JsonObject, JsonValue } from '../model/entity';
import { isObject } from '../model/json';
import type { AttributePath, Comparison, Condition, Literal, Operand } from './ast';
import { compilePattern } from './pattern';

type Test = (value: JsonValue) => boolean;

/** What a path leads to: a value, and whether it is the object of a relationship. */
interface Target {
  value: JsonValue;
  linked: boolean;
}

/**
 * Whether an attribute, given with all its instances, meets a condition. Of several values (instances, elements of an
 * array) one is enough; `!=` and `!~=` hold when there is a value and `==` or `~=` does not hold. What a relationship
 * leads to is equal or unequal, and nothing else (clause 4.9).
 */
export function compileCondition({ path, comparison }: Condition): (attribute: JsonValue) => boolean {
  const targets = (attribute: JsonValue) =>
    [attribute].flat().flatMap((instance) => targetsOf(instance, path));
  if (comparison === undefined) return (attribute) => targets(attribute).length > 0;
  const test = compileComparison(comparison);
  const equality = comparison.operator === '==' || comparison.operator === '!=';
  const negated = comparison.operator === '!=' || comparison.operator === '!~=';
  return (attribute) => {
    const values = targets(attribute)
      .filter(({ linked }) => equality || !linked)
      .map(({ value }) => value);
    const met = values.some((value) => (Array.isArray(value) ? value.some(test) : test(value)));
    return negated ? values.length > 0 && !met : met;
  };
}

/** The values that a path leads to in an attribute, given with all its instances. */
export const valuesAt = (attribute: JsonValue, path: AttributePath): JsonValue[] =>
  [attribute].flat().flatMap((instance) => targetsOf(instance, path).map(({ value }) => value));

/** The values that a path leads to in one instance of its attribute. */
function targetsOf(instance: JsonValue, { subAttributes, members }: AttributePath): Target[] {
  let holders = [instance];
  for (const [depth, name] of subAttributes.entries()) {
    const last = depth === subAttributes.length - 1;
    const next = holders.flatMap((holder) => member(holder, name));
    if (last && ATTRIBUTE_MEMBERS.has(name)) return next.map((value) => ({ value, linked: false }));
    holders = next.flat();
  }
  return holders.flatMap((holder) => (isObject(holder) ? valuesOf(holder, members) : []));
}

function valuesOf(holder: JsonObject, members: string[]): Target[] {
  const { type } = holder as Attribute & JsonObject;
  const linked = type === 'Relationship' || type === 'ListRelationship';
  return contentOf(type, holder, members).map((value) => ({ value, linked }));
}

function contentOf(type: Attribute['type'], holder: JsonObject, members: string[]): JsonValue[] {
  const [key, ...rest] = members;
  let values = member(holder, VALUE_MEMBER[type]);
  if (type === 'VocabProperty') values = values.map(vocabularyIris);
  if (type === 'ListRelationship') values = values.flat().flatMap((item) => member(item, 'object'));
  if (key === undefined) return type === 'LanguageProperty' ? values.flatMap(languages) : values;
  const first =
    key === '*' && type === 'LanguageProperty'
      ? values.flatMap(languages)
      : values.flat().flatMap((value) => member(value, key));
  return rest.reduce((found, name) => found.flat().flatMap((value) => member(value, name)), first);
}

/** Terms of a vocabulary stand for IRIs, those of the default vocabulary too: queries mean these (clause 4.9). */
function vocabularyIris(names: JsonValue): JsonValue {
  if (Array.isArray(names)) return names.map(vocabularyIris);
  return typeof names === 'string' ? iriOf(names) : names;
}

const languages = (map: JsonValue): JsonValue[] => (isObject(map) ? Object.values(map) : []);

const member = (holder: JsonValue, name: string): JsonValue[] =>
  isObject(holder) && Object.hasOwn(holder, name) ? [holder[name] ?? null] : [];

function compileComparison(comparison: Comparison): Test {
  switch (comparison.operator) {
    case '==':
    case '!=': {
      const tests = comparison.operands.map(compileOperand);
      return (value) => tests.some((test) => test(value));
    }
    case '~=':
    case '!~=': {
      const pattern = compilePattern(comparison.pattern, 'q');
      return (value) => typeof value === 'string' && pattern.matcher(value).find();
    }
    default: {
      const holds = ORDERED[comparison.operator];
      return (value) => {
        const order = compare(value, comparison.operand);
        return order !== undefined && holds(order);
      };
    }
  }
}

const ORDERED = {
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
} as const;

function compileOperand(operand: Operand): Test {
  if (operand.kind !== 'range') return (value) => compare(value, operand) === 0;
  const { from, to } = operand;
  return (value) => (compare(value, from) ?? -1) >= 0 && (compare(value, to) ?? 1) <= 0;
}

/** Negative, 0 or positive as the value is less than, equal to or greater than the literal; undefined: neither. */
function compare(value: JsonValue, literal: Literal): number | undefined {
  if (isObject(value) && typeof value['@value'] === 'string') return compareTyped(value['@value'], literal);
  if (literal.kind === 'dateTime' || literal.kind === 'time') {
    const parse = literal.kind === 'time' ? parseTime : parseDateTime;
    const time = typeof value === 'string' ? parse(value) : undefined;
    return time === undefined ? undefined : time - literal.value;
  }
  if (typeof value !== literal.kind) return undefined;
  return order(value as string | number | boolean, literal.value);
}

/** A JSON-LD value object, such as a DateTime: a quoted point in time is one too. */
function compareTyped(value: string, literal: Literal): number | undefined {
  if (literal.kind === 'time') return compare(value, literal);
  const time = parseDateTime(value);
  const other = literal.kind === 'string' ? parseDateTime(literal.value) : literal.value;
  if (time !== undefined && typeof other === 'number' && literal.kind !== 'number') return time - other;
  return literal.kind === 'string' ? order(value, literal.value) : undefined;
}

function order<T extends string | number | boolean>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
