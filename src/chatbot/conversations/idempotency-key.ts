import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ValidationError } from '../../common/errors/service-error';

const KEY = /^[\x21-\x7e]{1,255}$/;

const refused = (msg: string) =>
  new ValidationError([{ loc: ['header', 'Idempotency-Key'], msg, type: 'idempotencyKey' }]);

/** Parameter of a controller's method: the request's `Idempotency-Key`. A header that is no key is refused with 422. */
export const IdempotencyKey = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const key = context.switchToHttp().getRequest<Request>().headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw refused('must be 1 to 255 visible ASCII characters without spaces');
});

/** The same key was used with another body. */
export const keyOfAnotherRequest = () => refused('was used with another body before');

/** SHA-256 of texts, hexadecimal; no other texts give the same. */
export const fingerprint = (...texts: (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex');
