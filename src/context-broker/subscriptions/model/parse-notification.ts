import type { Terms } from '../../context/terms';
import { badRequestData, NgsiLdError } from '../../errors';
import { ENTITY_MEMBERS, type JsonValue } from '../../model/entity';
import { boolean, listOf, object, oneOf, type Read, readMembers } from './members';
import { endpoint } from './parse-endpoint';
import { storedName } from './stored-names';
import type { NotificationParameters } from './subscription';

/** What a subscription sends (clause 5.2.14). */
export const notificationParameters =
  (terms: Terms): Read<NotificationParameters> =>
  (value, path) => {
    const input = object(value, path);
    refuseJoin(input['join'], `${path}.join`);
    const attributeName = storedName(terms);
    const read = readMembers<Partial<NotificationParameters>>(
      input,
      {
        attributes: listOf(attribute(attributeName)),
        pick: listOf(attributeName),
        omit: listOf(attributeName),
        format: oneOf(FORMATS),
        sysAttrs: boolean,
        showChanges: boolean,
        endpoint,
      },
      `${path}.`,
    );
    if (read.endpoint === undefined) throw badRequestData(`${path}.endpoint: must be given`);
    checkTogether(read, path);
    return { ...read, endpoint: read.endpoint };
  };

const FORMATS = ['normalized', 'concise', 'simplified', 'keyValues'] as const;

/** `attributes` is an older word for `pick`, with attributes alone. */
const attribute =
  (read: Read<string>): Read<string> =>
  (value, path) => {
    const name = read(value, path);
    if (ENTITY_MEMBERS.has(name)) throw badRequestData(`${path}: ${name} is no attribute`);
    return name;
  };

function checkTogether(read: Partial<NotificationParameters>, path: string): void {
  const { attributes, pick = [], omit = [], format, showChanges } = read;
  if (attributes !== undefined && pick.length + omit.length > 0) {
    throw badRequestData(`${path}: attributes stands alone, without pick and omit`);
  }
  const both = pick.find((name) => omit.includes(name));
  if (both !== undefined) throw badRequestData(`${path}: ${both} is in pick and in omit`);
  if (showChanges && (format === 'simplified' || format === 'keyValues')) {
    throw badRequestData(`${path}.showChanges: there is no room for changes in the format ${format}`);
  }
}

function refuseJoin(join: JsonValue | undefined, path: string): void {
  if (join === undefined || join === '@none') return;
  if (join !== 'flat' && join !== 'inline') throw badRequestData(`${path}: must be flat, inline or @none`);
  throw new NgsiLdError('OperationNotSupported', `${path}: linked entities are not part of notifications`);
}
