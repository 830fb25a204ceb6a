import { isEmail } from 'class-validator';

/** What the texts of an account may be. Pure, so that settings, requests and the command line share them. */

const USERNAME = /^[a-z0-9._-]{3,32}$/;

/** Lower-case ASCII alone: no two usernames differ by case or look alike across scripts. */
export const isUsername = (value: unknown): value is string =>
  typeof value === 'string' && USERNAME.test(value);

const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;

/** Control characters, and surrogates that are no half of a pair. */
const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

/**
 * The password as it is hashed: in Unicode Normalization Form C (RFC 8265, OpaqueString), because keyboards differ in
 * how they compose letters such as `ế`. Nothing else about it is changed.
 */
export const canonicalPassword = (password: string): string => password.normalize('NFC');

/** 8 to 128 code points without control characters. */
export function isPassword(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 8 * LONGEST_PASSWORD || UNUSABLE.test(value)) return false;
  const length = Array.from(canonicalPassword(value)).length;
  return length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD;
}

const ASCII = /^[\x21-\x7e]+$/;

/** ASCII letters, digits and signs alone. */
export const isAscii = (text: string): boolean => ASCII.test(text);

/**
 * What usernames and e-mail addresses are compared by. Only ASCII is folded: other letters have look-alikes that fold
 * into it.
 */
export const foldCase = (name: string): string => (isAscii(name) ? name.toLowerCase() : name);

/** An address in ASCII, an internationalised domain in Punycode: no two addresses look alike across scripts. */
export const isEmailAddress = (value: unknown): value is string =>
  typeof value === 'string' && isAscii(value) && isEmail(value);
