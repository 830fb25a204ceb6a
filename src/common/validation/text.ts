import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { rule } from './rule';

const VISIBLE = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;

/** Control characters other than line feed, carriage return and tab; surrogates that are no half of a pair. */
const UNUSABLE = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u;

/** Length in code points, as JSON Schema counts it, compared without counting more than needed. */
export function isLongerThan(text: string, maximum: number): boolean {
  if (text.length <= maximum) return false;
  return text.length > 2 * maximum || Array.from(text).length > maximum;
}

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isCleanText = (text: string): boolean => !UNUSABLE.test(text);

/** Text in any language and script, kept as it is; text that shows nothing is refused. */
export const Text = (maximum: number, documentation: ApiPropertyOptions = {}) =>
  applyDecorators(
    rule('isString', 'must be a string', isText),
    rule(
      'maxLength',
      `must have at most ${maximum} characters`,
      (text) => isText(text) && !isLongerThan(text, maximum),
    ),
    rule('isNotBlank', 'must not be blank', (text) => isText(text) && VISIBLE.test(text)),
    rule(
      'isCleanText',
      'must not contain control characters or broken Unicode',
      (text) => isText(text) && isCleanText(text),
    ),
    ApiProperty({ type: 'string', minLength: 1, maxLength: maximum, ...documentation }),
  );

/** One of a few words. */
export const OneOf = (words: readonly string[], documentation: ApiPropertyOptions = {}) =>
  applyDecorators(
    rule('isIn', `must be one of ${words.join(', ')}`, (value) => isText(value) && words.includes(value)),
    ApiProperty({ enum: [...words], ...documentation }),
  );
