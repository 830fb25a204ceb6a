import { ApiProperty } from '@nestjs/swagger';
import { MayBeMissing, Required, rule } from '../../common/validation/rule';
import { Nested } from '../../common/validation/nested';
import { OneOf, Text } from '../../common/validation/text';
import { PIECE_TYPES, type PieceType } from '../search-result';

const MOST_RESULTS = 100;

/** Which pieces are searched; all that is given is to be met, literally. */
export class SearchFiltersDto {
  /** Reports alone, or documents alone. */
  @OneOf(PIECE_TYPES, { required: false })
  @MayBeMissing()
  type?: PieceType;

  /** Reports of this category alone. */
  @Text(200, { required: false, example: 'streetlight' })
  @MayBeMissing()
  category?: string;

  /** Reports of this status alone. */
  @Text(200, { required: false, example: 'pending' })
  @MayBeMissing()
  status?: string;
}

/** What is looked for. */
export class SearchRequestDto {
  /** A question or some words, in any language. */
  @Text(1_000, { example: 'dark streets near schools' })
  @Required()
  query!: string;

  @rule('isInt', `must be a whole number from 1 to ${MOST_RESULTS}`, (value) => isFrom1(value, MOST_RESULTS))
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: MOST_RESULTS,
    required: false,
    description: 'How many results at most.',
  })
  @MayBeMissing()
  top_k: number = 10;

  /** Which pieces are searched. */
  @Nested(SearchFiltersDto, 'must be an object')
  @MayBeMissing()
  filters?: SearchFiltersDto;

  /** Results with a lesser score are left out. */
  @rule(
    'isShare',
    'must be a number from 0 to 1',
    (value) => typeof value === 'number' && value >= 0 && value <= 1,
  )
  @ApiProperty({ type: 'number', minimum: 0, maximum: 1, required: false, default: 0 })
  @MayBeMissing()
  min_score: number = 0;
}

const isFrom1 = (value: unknown, to: number): boolean =>
  Number.isInteger(value) && typeof value === 'number' && value >= 1 && value <= to;
