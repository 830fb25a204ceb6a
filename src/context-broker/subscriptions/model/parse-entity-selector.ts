import type { Terms } from '../../context/terms';
import { badRequestData } from '../../errors';
import type { JsonValue } from '../../model/entity';
import { checkedId } from '../../model/names';
import { compilePattern } from '../../query-language/pattern';
import { parseSelection } from '../../selection-parameters';
import { listOf, object, type Read, readMembers, text } from './members';
import { renameTypes, storedName } from './stored-names';
import type { EntitySelector } from './subscription';

/** In the place of a type: any. */
const ANY_TYPE = '*';

/** Which entities are meant (clause 5.2.33). */
export const entitySelector =
  (terms: Terms): Read<EntitySelector> =>
  (value, path) => {
    const { type, ...read } = readMembers<Omit<Partial<EntitySelector>, 'types'>>(
      object(value, path),
      { type: typeSelection(terms), id: ids, idPattern },
      `${path}.`,
    );
    if (type === undefined) throw badRequestData(`${path}.type: must be given`);
    if (type === ANY_TYPE) return { type, ...read };
    return { type, types: parseSelection({ type }).types, ...read };
  };

const typeSelection =
  (terms: Terms): Read<string> =>
  (value, path) => {
    const selection = text(value, path);
    if (selection === ANY_TYPE) return selection;
    const rename = storedName(terms);
    return renameTypes(selection, (name) => rename(name, path));
  };

function ids(value: JsonValue, path: string): string | string[] {
  const id: Read<string> = (item, itemPath) => checkedId(item, itemPath);
  return Array.isArray(value) ? listOf(id)(value, path) : id(value, path);
}

const idPattern: Read<string> = (value, path) => {
  const pattern = text(value, path);
  compilePattern(pattern, path);
  return pattern;
};
