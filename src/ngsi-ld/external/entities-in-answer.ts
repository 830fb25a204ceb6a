import { type Entity, ENTITY_MEMBERS } from '../entity';
import type { BrokerAnswer } from './broker-answer';
import { isObject } from '../../common/json/is-object';

/** The entity that a 200 answer holds. @throws CallFailure when it holds none. */
export function entityIn(answer: BrokerAnswer): Entity {
  const body = answer.json();
  if (!isNormalized(body)) {
    throw answer.unusable('the body is no normalized entity');
  }
  return withoutContext(body);
}

/** The list of entities that a 200 answer holds. @throws CallFailure when it holds none. */
export function entitiesIn(answer: BrokerAnswer): Entity[] {
  return listIn(answer, isNormalized).map(withoutContext);
}

/** An entity in the simplified representation (ETSI GS CIM 009, clause 4.5.4), where an attribute is its value. */
export type SimplifiedEntity = Readonly<Record<string, unknown>> & { readonly id: string };

/** The list of simplified entities that a 200 answer holds. @throws CallFailure when it holds none. */
export function simplifiedEntitiesIn(answer: BrokerAnswer): SimplifiedEntity[] {
  return listIn(answer, isSimplified);
}

function listIn<Item>(answer: BrokerAnswer, isItem: (value: unknown) => value is Item): Item[] {
  const body = answer.json();
  if (!Array.isArray(body) || !body.every(isItem)) {
    throw answer.unusable('the body is no list of entities');
  }
  return body;
}

function isSimplified(value: unknown): value is SimplifiedEntity {
  return isObject(value) && typeof value['id'] === 'string';
}

function isNormalized(value: unknown): value is Entity {
  if (!isObject(value) || typeof value['id'] !== 'string') {
    return false;
  }
  const attributes = Object.entries(value).filter(([name]) => !ENTITY_MEMBERS.has(name));
  return isType(value['type']) && attributes.every(([, attribute]) => [attribute].flat().every(isAttribute));
}

function isType(value: unknown): boolean {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((type) => typeof type === 'string'))
  );
}

function isAttribute(value: unknown): boolean {
  return isObject(value) && typeof value['type'] === 'string';
}

/** The terms are those of the service's own context, whichever notation of it the broker repeats. */
function withoutContext({ '@context': _context, ...entity }: Entity): Entity {
  return entity;
}
