import { isDeepStrictEqual } from 'node:util';
import { EntityExistsError } from '../broker-errors';
import { type Attributes, type Entity, ENTITY_MEMBERS } from '../entity';
import type { BrokerAnswer } from './broker-answer';
import { encodePart, type Send } from './broker-connection';
import { CallFailure } from './call-failure';
import { entityIn } from './entities-in-answer';

const addressOf = (id: string): string => `/entities/${encodePart(id)}`;

export async function findEntity(send: Send, id: string): Promise<Entity | undefined> {
  const answer = await send({ method: 'GET', path: addressOf(id), repeatable: true });
  if (answer.status === 200) {
    return entityIn(answer);
  }
  if (answer.saysNotFound) {
    return undefined;
  }
  throw answer.unexpected();
}

/**
 * Creates an entity once. When the answer is lost, the broker is asked whether the entity is there: a report that
 * was stored is not reported as failed, and none as stored that was not seen.
 */
export async function createEntity(send: Send, entity: Entity): Promise<void> {
  let answer: BrokerAnswer;
  try {
    answer = await send({
      method: 'POST',
      path: '/entities',
      body: entity,
      linkedData: '@context' in entity,
      repeatable: false,
    });
  } catch (error) {
    if (error instanceof CallFailure && error.ambiguous && (await isStored(send, entity))) {
      return;
    }
    throw error;
  }
  if (answer.status === 409) {
    throw new EntityExistsError(entity.id);
  }
  if (answer.status !== 201 && answer.status !== 204) {
    throw answer.unexpected();
  }
}

/** @throws EntityExistsError when there is another entity of that id. */
async function isStored(send: Send, entity: Entity): Promise<boolean> {
  const stored = await findEntity(send, entity.id);
  if (stored === undefined) {
    return false;
  }
  const attributes = Object.entries(entity).filter(([name]) => !ENTITY_MEMBERS.has(name));
  if (!attributes.every(([name, attribute]) => isDeepStrictEqual(stored[name], attribute))) {
    throw new EntityExistsError(entity.id);
  }
  return true;
}

/**
 * Appends with overwriting (ETSI GS CIM 009, clause 5.6.3) does in one request what a PATCH does not on every broker:
 * Orion-LD leaves out attributes that the entity does not have yet.
 */
export async function updateAttributes(send: Send, id: string, attributes: Attributes): Promise<boolean> {
  const answer = await send({
    method: 'POST',
    path: `${addressOf(id)}/attrs`,
    body: attributes,
    repeatable: true,
  });
  if (answer.saysNotFound) {
    return false;
  }
  if (answer.status !== 204) {
    throw answer.unexpected();
  }
  return true;
}

export async function deleteEntity(send: Send, id: string): Promise<boolean> {
  const answer = await send({ method: 'DELETE', path: addressOf(id), repeatable: true });
  if (answer.saysNotFound) {
    // Gone by the first sending of this very request, whose answer was lost.
    return answer.repeated;
  }
  if (answer.status !== 204) {
    throw answer.unexpected();
  }
  return true;
}
