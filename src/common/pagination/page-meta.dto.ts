import { ApiProperty } from '@nestjs/swagger';
import { offsetOf, type PaginationQueryDto } from './pagination.query.dto';

/** Where a page stands in the whole list. */
export class PageMetaDto {
  /** How many results there are in all.
   * @example 240 */
  @ApiProperty({ type: 'integer' })
  total!: number;

  /** How many results a page holds at most.
   * @example 100 */
  @ApiProperty({ type: 'integer' })
  limit!: number;

  /** How many results were skipped.
   * @example 100 */
  @ApiProperty({ type: 'integer' })
  offset!: number;

  /** The page that the first result is on, counted from 1.
   * @example 2 */
  @ApiProperty({ type: 'integer' })
  page!: number;

  /** How many pages there are.
   * @example 3 */
  @ApiProperty({ type: 'integer' })
  pages!: number;
}

export function pageMeta(query: PaginationQueryDto, total: number): PageMetaDto {
  const offset = offsetOf(query);
  const { limit } = query;
  return { total, limit, offset, page: Math.floor(offset / limit) + 1, pages: Math.ceil(total / limit) };
}
