import { createHash } from 'node:crypto';
import { Injectable, type PipeTransform } from '@nestjs/common';
import { ValidationError } from '../../common/errors/service-error';

const KEY = /^[\x21-\x7e]{1,255}$/;

const refused = (msg: string) =>
  new ValidationError([{ loc: ['header', 'Idempotency-Key'], msg, type: 'idempotencyKey' }]);

/** @throws ValidationError for a header that is no key. */
@Injectable()
export class IdempotencyKeyPipe implements PipeTransform<string | undefined, string | undefined> {
  transform(key: string | undefined): string | undefined {
    if (key !== undefined && !KEY.test(key)) {
      throw refused('must be 1 to 255 visible ASCII characters without spaces');
    }
    return key;
  }
}

/** The same key was used with another body. */
export const keyOfAnotherRequest = () => refused('was used with another body before');

/** SHA-256 of texts, hexadecimal; no other texts give the same. */
export const fingerprint = (...texts: (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex');
