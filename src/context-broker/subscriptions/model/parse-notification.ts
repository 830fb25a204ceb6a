import { CORE_TERMS, type Terms } from '../../context/terms';
import { badRequestData } from '../../errors';
import { ENTITY_MEMBERS } from '../../model/entity';
import { checkedName } from '../../model/names';
import { memberDepth, parseMembers } from '../../model/projection-terms';
import { boolean, listOf, object, oneOf, type Read, readMembers, text } from './members';
import { endpoint } from './parse-endpoint';
import { renameMembers, storedName } from './stored-names';
import type { NotificationParameters } from './subscription';

/** What a subscription sends (clause 5.2.14). */
export const notificationParameters =
  (terms: Terms): Read<NotificationParameters> =>
  (value, path) => {
    const read = readMembers<Partial<NotificationParameters>>(
      object(value, path),
      {
        attributes: listOf(attribute(storedName(terms))),
        pick: listOf(member(terms)),
        omit: listOf(member(terms)),
        format: oneOf(FORMATS),
        sysAttrs: boolean,
        showChanges: boolean,
        join: oneOf(JOINS),
        joinLevel,
        endpoint,
      },
      `${path}.`,
    );
    if (read.endpoint === undefined) throw badRequestData(`${path}.endpoint: must be given`);
    checkTogether(read, path);
    return { ...read, endpoint: read.endpoint };
  };

const MAX_JOIN_LEVEL = 10;

const JOINS = ['flat', 'inline', '@none'] as const;

const FORMATS = ['normalized', 'concise', 'simplified', 'keyValues'] as const;

/** `attributes` is an older word for `pick`, with attributes alone. */
const attribute =
  (read: Read<string>): Read<string> =>
  (value, path) => {
    const name = read(value, path);
    if (ENTITY_MEMBERS.has(name)) throw badRequestData(`${path}: ${name} is no attribute`);
    return name;
  };

/** A member, with what is meant of the entities that it leads to. */
const member =
  (terms: Terms): Read<string> =>
  (value, path) => {
    const given = text(value, path);
    parseMembers(given, path, terms);
    return renameMembers(given, (name) => checkedName(name, path, terms));
  };

const joinLevel: Read<number> = (value, path) => {
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_JOIN_LEVEL) return Number(value);
  throw badRequestData(`${path}: must be a whole number from 1 to ${MAX_JOIN_LEVEL}`);
};

function checkTogether(read: Partial<NotificationParameters>, path: string): void {
  const { attributes, pick = [], omit = [], format, showChanges, join, joinLevel: level = 1 } = read;
  if (attributes !== undefined && pick.length + omit.length > 0) {
    throw badRequestData(`${path}: attributes stands alone, without pick and omit`);
  }
  const both = pick.find((name) => omit.includes(name));
  if (both !== undefined) throw badRequestData(`${path}: ${both} is in pick and in omit`);
  const members = [...pick, ...omit].map((item) => parseMembers(item, path, CORE_TERMS));
  const depth = Math.max(0, ...members.map(memberDepth));
  if (depth > (join === 'flat' || join === 'inline' ? level : 0)) {
    throw badRequestData(`${path}: braces need join, and as high a joinLevel as they are deep`);
  }
  if (showChanges && (format === 'simplified' || format === 'keyValues')) {
    throw badRequestData(`${path}.showChanges: there is no room for changes in the format ${format}`);
  }
}
