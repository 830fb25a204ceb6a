import { createHash } from 'node:crypto';
import type { Microseconds } from '../model/date-time';

const PREFIX = 'urn:ngsi-ld:Instance:';
const UUID =
  /^urn:ngsi-ld:Instance:([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What the ids of an attribute's instances of one dataset have in common. */
export class InstanceIds {
  private readonly tail: string;

  constructor(entityId: string, attribute: string, datasetId: string) {
    const hash = createHash('sha256')
      .update(JSON.stringify([entityId, attribute, datasetId]))
      .digest();
    const variant = (hash.readUInt16BE(0) & 0x3fff) | 0x8000;
    this.tail = `${variant.toString(16)}-${hash.toString('hex', 2, 8)}`;
  }

  /**
   * The `instanceId` (ETSI GS CIM 009, clause 4.5.7) of what was written at a point in time: a UUID of version 8 with
   * the time in it, so that ids need no room in the store, and lead to their rows.
   */
  at(time: Microseconds): string {
    const high = Math.floor(time / 4096)
      .toString(16)
      .padStart(12, '0');
    const low = (time % 4096).toString(16).padStart(3, '0');
    return `${PREFIX}${high.slice(0, 8)}-${high.slice(8)}-8${low}-${this.tail}`;
  }
}

/** When an instance of this id was written; undefined when the id is none of ours. */
export function timeInInstanceId(id: string): Microseconds | undefined {
  const [, first, second, low] = UUID.exec(id) ?? [];
  if (first === undefined || second === undefined || low === undefined) return undefined;
  const time = parseInt(first + second, 16) * 4096 + parseInt(low, 16);
  return Number.isSafeInteger(time) ? time : undefined;
}
