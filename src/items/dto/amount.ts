import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { rule } from '../../common/validation/rule';

/** A sum of money. JSON can write numbers that are too great to be one, such as 1e999. */
export const Amount = (documentation: ApiPropertyOptions = {}) =>
  applyDecorators(
    rule('isNumber', 'must be a finite number', (value) => Number.isFinite(value)),
    rule('min', 'must not be less than 0', (value) => typeof value === 'number' && value >= 0),
    ApiProperty({ type: 'number', minimum: 0, ...documentation }),
  );
