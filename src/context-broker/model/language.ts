import { badRequestData } from '../errors';
import type { Attribute, Entity, JsonObject, JsonValue } from './entity';
import { ATTRIBUTE_MEMBERS } from './attribute-kinds';
import { attributeNames } from './normalize-entity';

const MAX_RANGES = 20;
const RANGE =
  /^(\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)(?:\s*;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/**
 * Languages in the order in which they are liked, as in the header Accept-Language (RFC 3282): `nl, en;q=0.5`.
 *
 * @throws NgsiLdError BadRequestData
 */
export function parseLanguages(text: string): string[] {
  const ranges = text.split(',').map((part) => RANGE.exec(part.trim()));
  if (ranges.length > MAX_RANGES) throw badRequestData(`lang: more than ${MAX_RANGES} languages`);
  return ranges
    .map((match) => {
      if (match === null)
        throw badRequestData('lang: must be language tags such as en or nl-BE, with ;q= or without');
      const [, range = '*', weight = '1'] = match;
      return { range: range.toLowerCase(), weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ range }) => range);
}

/**
 * The entity with its LanguageProperties, at every depth, as Properties in the language that is liked best (clause
 * 4.15): `lang` says which that is.
 */
export function inLanguage(entity: Entity, languages: readonly string[]): Entity {
  const result: Entity = { ...entity };
  for (const name of attributeNames(entity)) {
    result[name] = translated(entity[name] as Attribute | Attribute[], languages);
  }
  return result;
}

function translated(
  attribute: Attribute | Attribute[],
  languages: readonly string[],
): Attribute | Attribute[] {
  if (Array.isArray(attribute)) return attribute.map((one) => translated(one, languages) as Attribute);
  const { languageMap, ...members } = attribute;
  const result: Attribute = {
    ...members,
    ...textIn(languageMap as JsonObject | undefined, attribute, languages),
  };
  for (const [name, sub] of Object.entries(attribute)) {
    if (!ATTRIBUTE_MEMBERS.has(name)) result[name] = translated(sub as Attribute, languages);
  }
  return result;
}

function textIn(
  map: JsonObject | undefined,
  { type }: Attribute,
  languages: readonly string[],
): Partial<Attribute> {
  if (type !== 'LanguageProperty' || map === undefined) return {};
  const tag = bestTag(Object.keys(map), languages);
  const value: JsonValue = tag === undefined ? '' : (map[tag] ?? '');
  return { type: 'Property', value, ...(tag !== undefined && { lang: tag }) };
}

/** Look-up as in RFC 4647: a range is shortened until a tag begins with it; any tag where none does. */
function bestTag(tags: readonly string[], languages: readonly string[]): string | undefined {
  for (const language of languages) {
    const parts = language.split('-');
    for (let length = parts.length; length > 0; length -= 1) {
      const found = tagFor(tags, parts.slice(0, length).join('-'));
      if (found !== undefined) return found;
    }
  }
  return tags.find((tag) => tag === '@none') ?? tags[0];
}

function tagFor(tags: readonly string[], range: string): string | undefined {
  const exact = tags.find((tag) => tag.toLowerCase() === range);
  return exact ?? tags.find((tag) => tag.toLowerCase().startsWith(`${range}-`));
}
