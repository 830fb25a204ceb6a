import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { rule } from '../../common/validation/rule';
import { isCleanText, isLongerThan, isText } from '../../common/validation/text';

const MOST_VALUES = 50;

/** Values separated by commas, of which any may match. */
export const AnyOf = (words: readonly string[]) =>
  applyDecorators(
    IsOptional(),
    values(`must be one or more of ${words.join(', ')}, separated by commas`, (value) =>
      words.includes(value),
    ),
    ApiProperty({ enum: [...words], isArray: true, required: false, ...COMMAS }),
  );

/** Any values separated by commas, matched literally, of which any may match. */
export const AnyTextOf = (longest: number, example: string[]) =>
  applyDecorators(
    IsOptional(),
    values(
      `must be 1 to ${MOST_VALUES} values of 1 to ${longest} characters without control characters, separated by commas`,
      (value) => value !== '' && !isLongerThan(value, longest) && isCleanText(value),
    ),
    ApiProperty({ type: 'string', isArray: true, required: false, example, ...COMMAS }),
  );

/** How OpenAPI says "separated by commas". */
const COMMAS = { style: 'form', explode: false } as const;

const values = (message: string, holds: (value: string) => boolean) =>
  rule('values', message, (text) => {
    if (!isText(text)) return false;
    const list = text.split(',', MOST_VALUES + 1);
    return list.length <= MOST_VALUES && list.every(holds);
  });

interface Format {
  name: string;
  message: string;
  /** Undefined for a text that is not in the format. */
  parse: (text: string) => unknown;
  example: string;
}

/** A parameter in a textual format. */
export const Formatted = ({ name, message, parse, example }: Format) =>
  applyDecorators(
    IsOptional(),
    rule(name, message, (text) => isText(text) && parse(text) !== undefined),
    ApiProperty({ type: 'string', required: false, example }),
  );
