import { formatDateTime, parseDateTime } from '../model/date-time';
import type { Attribute, JsonValue } from '../model/entity';
import type { EntityState } from '../model/entity-state';
import { instancesOf, typesOf } from '../model/normalize-entity';
import { attributeWithTimes } from '../store/system-times';
import type { Comparison, Condition, LinkedQuery, Literal, Query } from './ast';
import { compileCondition } from './evaluate';

/** Whether an entity meets a query. */
export type EntityTest = (state: EntityState) => boolean;

/** Finds an entity by its id. */
export type FindState = (id: string) => EntityState | undefined;

const SYSTEM_TIMES = ['createdAt', 'modifiedAt'] as const;

type SystemTime = (typeof SYSTEM_TIMES)[number];

/** The broker keeps these itself, of entities and of attributes. */
export const isSystemTime = (name: string): name is SystemTime => SYSTEM_TIMES.some((time) => time === name);

/** A query as a test of entities in memory; without `find`, no relationship leads anywhere. */
export function compileEntityQuery(query: Query, find: FindState = () => undefined): EntityTest {
  switch (query.kind) {
    case 'and': {
      const tests = query.operands.map((operand) => compileEntityQuery(operand, find));
      return (state) => tests.every((test) => test(state));
    }
    case 'or': {
      const tests = query.operands.map((operand) => compileEntityQuery(operand, find));
      return (state) => tests.some((test) => test(state));
    }
    case 'not': {
      const test = compileEntityCondition(query.operand);
      return (state) => !test(state);
    }
    case 'linked':
      return compileLinked(query, find);
    case 'condition':
      return compileEntityCondition(query);
  }
}

function compileEntityCondition(condition: Condition): EntityTest {
  const { path } = condition;
  const last = path.subAttributes.at(-1);
  if (last === undefined && path.members.length === 0 && isSystemTime(path.attribute)) {
    const time = path.attribute;
    const test = compileCondition(timed(condition));
    return (state) => test({ type: 'Property', value: formatDateTime(state[time]) });
  }
  if (last !== undefined && isSystemTime(last)) return compileTimedCondition(condition);
  const test = compileCondition(condition);
  return ({ entity }) => {
    const instances = instancesOf(entity, path.attribute) as JsonValue[];
    return instances.length > 0 && test(instances);
  };
}

/** A condition on a system time of an attribute. */
export function compileTimedCondition(condition: Condition): EntityTest {
  const test = compileCondition(timed(condition));
  return ({ entity, times, createdAt }) => {
    const attribute = attributeWithTimes(entity, condition.path.attribute, times, createdAt);
    return attribute !== undefined && test(attribute as JsonValue);
  };
}

const timed = ({ comparison, ...condition }: Condition): Condition => ({
  ...condition,
  ...(comparison && { comparison: withTimes(comparison) }),
});

/** The broker's own times are DateTimes, so that a quoted point in time is one too. */
export function withTimes(comparison: Comparison): Comparison {
  if ('pattern' in comparison) return comparison;
  if ('operand' in comparison) return { ...comparison, operand: asTime(comparison.operand) };
  return {
    ...comparison,
    operands: comparison.operands.map((operand) =>
      operand.kind === 'range'
        ? { kind: 'range', from: asTime(operand.from), to: asTime(operand.to) }
        : asTime(operand),
    ),
  };
}

function asTime(literal: Literal): Literal {
  const value = literal.kind === 'string' ? parseDateTime(literal.value) : undefined;
  return value === undefined ? literal : { kind: 'dateTime', value, text: String(literal.value) };
}

function compileLinked({ attribute, types, query }: LinkedQuery, find: FindState): EntityTest {
  const test = compileEntityQuery(query, find);
  return ({ entity }) =>
    instancesOf(entity, attribute)
      .flatMap(linkedIds)
      .map(find)
      .some((state) => state !== undefined && isOfType(state, types) && test(state));
}

const isOfType = ({ entity }: EntityState, types: string[] | undefined): boolean =>
  types === undefined || typesOf(entity).some((type) => types.includes(type));

/** The ids of the entities that an attribute instance leads to. */
export function linkedIds({ type, object, objectList }: Attribute): string[] {
  if (type === 'Relationship') return [object ?? []].flat();
  return type === 'ListRelationship' ? (objectList as { object: string }[]).map((item) => item.object) : [];
}
