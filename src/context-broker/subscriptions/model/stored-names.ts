import type { Terms } from '../../context/terms';
import { badRequestData } from '../../errors';
import { checkedName } from '../../model/names';
import type { Read } from './members';

/** A name as it is kept. */
export const storedName =
  (terms: Terms): Read<string> =>
  (value, path) => {
    if (typeof value !== 'string') throw badRequestData(`${path}: must be a name`);
    return checkedName(value, path, terms);
  };

/** The names in `a,b{c|d}`. */
const MEMBER_NAME = /[^\s,|{}]+/g;

/** Members of an entity, and of the entities that a relationship leads to (clause 4.21), with other names. */
export const renameMembers = (members: string, rename: (name: string) => string): string =>
  members.replace(MEMBER_NAME, (name) => rename(name));

/** The names in a type selection such as `A|(B;C)`. */
const TYPE_NAME = /[^\s,|;()]+/g;

/** A type selection (clause 4.17) with other names. */
export const renameTypes = (selection: string, rename: (name: string) => string): string =>
  selection.replace(TYPE_NAME, (name) => rename(name));
