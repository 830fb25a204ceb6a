import { IsOptional, ValidateBy } from 'class-validator';
import { IntegerParameter } from './integer-parameter';

/** `page` and `offset` are two ways to say the same, so both at once may contradict each other. */
const NotWithOffset = () =>
  ValidateBy({
    name: 'notWithOffset',
    validator: {
      validate: (_value, context) => (context?.object as PaginationQueryDto).offset === undefined,
      defaultMessage: () => 'page and offset exclude each other',
    },
  });

/** Which part of a list is asked for. */
export class PaginationQueryDto {
  @IntegerParameter({ minimum: 1, maximum: 1000, default: 100, description: 'How many results at most.' })
  limit: number = 100;

  @IsOptional()
  @IntegerParameter({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'How many results to skip; 0 when neither `offset` nor `page` is given.',
  })
  offset?: number;

  @IsOptional()
  @NotWithOffset()
  @IntegerParameter({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'The page, counted from 1, in place of `offset`.',
  })
  page?: number;
}

/** How many results the query skips. */
export const offsetOf = ({ limit, offset, page }: PaginationQueryDto): number =>
  offset ?? (page === undefined ? 0 : (page - 1) * limit);
