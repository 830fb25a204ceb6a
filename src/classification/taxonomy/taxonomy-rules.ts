import { isObject } from '../../common/json/is-object';
import { rule } from '../../common/validation/rule';
import { isText } from '../../common/validation/text';

const KEY = /^[a-z][a-z0-9_]{0,49}$/;
const LANGUAGE = /^[a-z]{2,3}$/;

/** A name for programs. */
export const IsKey = () =>
  rule(
    'isKey',
    'must be up to 50 of a-z, 0-9 and _, from a letter',
    (value) => isText(value) && KEY.test(value),
  );

/** Codes of languages, each once. */
export const IsLanguageList = () =>
  rule(
    'isLanguageList',
    'must be a list of languages such as "en", each once',
    (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      new Set(value).size === value.length &&
      value.every((language) => isText(language) && LANGUAGE.test(language)),
  );

/** An object of one text a language. */
export const IsTextByLanguage = () =>
  rule(
    'isTextByLanguage',
    'must be an object of a text by language',
    (value) => isObject(value) && Object.values(value).every(isText),
  );

/** An object of a list of texts a language. */
export const IsTextsByLanguage = () =>
  rule(
    'isTextsByLanguage',
    'must be an object of a list of texts by language',
    (value) =>
      isObject(value) && Object.values(value).every((texts) => Array.isArray(texts) && texts.every(isText)),
  );
