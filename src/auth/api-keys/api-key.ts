import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `civic_`, 12 characters by which the key is found, and 256 random bits. */
const SHAPE = /^(civic_[\w-]{12})_[\w-]{43}$/;

export interface GeneratedKey {
  /** To be shown once and stored nowhere. */
  key: string;
  prefix: string;
  hash: string;
}

export function generateKey(): GeneratedKey {
  const prefix = `civic_${randomBytes(9).toString('base64url')}`;
  const key = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return { key, prefix, hash: sha256(key).toString('hex') };
}

/** What the key is found by; undefined when the text is no key. */
export const prefixOf = (key: string): string | undefined => SHAPE.exec(key)?.[1];

/** Whether the key is the one of the stored hash, in a time that tells nothing about it. */
export const isKeyOf = (hash: string, key: string): boolean =>
  timingSafeEqual(Buffer.from(hash, 'hex'), sha256(key));

/** Fit for a key, which is random: nobody can try out 2^256 of them, however quick a try is. */
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
