import { ENTITY_MEMBERS } from '../entity';
import type { AttributeInstance } from '../ngsi-ld-broker.service';
import type { BrokerAnswer } from './broker-answer';
import { encodePart, type Send } from './broker-connection';
import { isObject } from '../../common/json/is-object';

/** No such entity, or no temporal interface at all. */
const UNKNOWN: ReadonlySet<number> = new Set([404, 501]);

/** The instances of an entity's attributes (ETSI GS CIM 009, clause 6.19), oldest first. */
export async function findHistory(
  send: Send,
  id: string,
  lastN: number,
): Promise<Record<string, AttributeInstance[]> | undefined> {
  const answer = await send({
    method: 'GET',
    path: `/temporal/entities/${encodePart(id)}`,
    query: { options: 'sysAttrs', timeproperty: 'modifiedAt', lastN: String(lastN) },
    repeatable: true,
  });
  if (UNKNOWN.has(answer.status)) {
    return undefined;
  }
  if (answer.status !== 200 && answer.status !== 206) {
    throw answer.unexpected();
  }
  return historyIn(answer, lastN);
}

function historyIn(answer: BrokerAnswer, lastN: number): Record<string, AttributeInstance[]> {
  const body = answer.json();
  if (!isObject(body)) {
    throw answer.unusable('the body is no temporal entity');
  }
  const attributes = Object.entries(body).filter(([name]) => !ENTITY_MEMBERS.has(name));
  return Object.fromEntries(
    attributes.map(([name, value]) => {
      const instances = [value].flat();
      if (!instances.every(isInstance)) {
        throw answer.unusable('the body has instances without a time');
      }
      return [name, [...instances].sort(byTime).slice(-lastN)];
    }),
  );
}

/** Digits below the milliseconds, which a Date does not hold, are compared as text. */
function byTime(a: AttributeInstance, b: AttributeInstance): number {
  const difference = Date.parse(a.modifiedAt) - Date.parse(b.modifiedAt);
  return difference || (a.modifiedAt < b.modifiedAt ? -1 : Number(a.modifiedAt > b.modifiedAt));
}

function isInstance(value: unknown): value is AttributeInstance {
  return (
    isObject(value) &&
    typeof value['modifiedAt'] === 'string' &&
    !Number.isNaN(Date.parse(value['modifiedAt']))
  );
}
