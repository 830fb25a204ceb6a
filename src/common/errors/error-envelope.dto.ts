import { ApiProperty } from '@nestjs/swagger';
import { ERROR_TYPES } from './error-types';

/** Where an input is wrong. */
export class FieldErrorDto {
  /** Path to the value: `body`, `query` or `path`, then member names and array indexes. */
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    example: ['body', 'location', 'coordinates', 0],
  })
  loc!: (string | number)[];

  /** What is wrong with it.
   * @example 'longitude must be between -180 and 180' */
  msg!: string;

  /** Stable name of the rule that was broken.
   * @example 'max' */
  type!: string;
}

/** The one shape of every error of the service. */
export class ErrorEnvelopeDto {
  /** The HTTP status.
   * @example 422 */
  @ApiProperty({ type: 'integer' })
  status_code!: number;

  /** Stable name of the error, for programs.
   * @example 'ValidationError' */
  @ApiProperty({ enum: ERROR_TYPES })
  error_type!: string;

  /** What is wrong and what can be done about it, for people.
   * @example 'location.coordinates.0: longitude must be between -180 and 180' */
  detail!: string;

  /** What is wrong where; only with status 422. */
  errors?: FieldErrorDto[];

  /** In how many seconds it is worth another try, as in the header Retry-After.
   * @example 1800 */
  @ApiProperty({ type: 'integer' })
  retry_after?: number;

  /** The request's id, as in the header X-Request-Id and in the log.
   * @example '019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  request_id!: string;
}
