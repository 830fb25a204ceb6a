import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

const DECIMAL = /^-?\d{1,15}$/;

interface IntegerParameter {
  minimum: number;
  maximum: number;
  /** Without one the parameter is optional. */
  default?: number;
  description: string;
}

const range = (minimum: number, maximum: number) => `must be a whole number from ${minimum} to ${maximum}`;

/** A query parameter that is a whole number in plain decimal notation: `1e3`, `0x10` and an empty value are refused. */
export const IntegerParameter = ({ minimum, maximum, ...documentation }: IntegerParameter) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value,
    ),
    IsInt({ message: range(minimum, maximum) }),
    Min(minimum, { message: range(minimum, maximum) }),
    Max(maximum, { message: range(minimum, maximum) }),
    ApiProperty({ type: 'integer', minimum, maximum, required: false, ...documentation }),
  );
