import { offsetOf, type PaginationQueryDto } from './pagination.query.dto';

/** Where a page stands in the whole list. */
export class PageMetaDto {
  /** How many results there are in all.
   * @example 240 */
  total: number = 0;

  /** How many results a page holds at most.
   * @example 100 */
  limit: number = 0;

  /** How many results were skipped.
   * @example 100 */
  offset: number = 0;

  /** The page that the first result is on, counted from 1.
   * @example 2 */
  page: number = 1;

  /** How many pages there are.
   * @example 3 */
  pages: number = 0;
}

export function pageMeta(query: PaginationQueryDto, total: number): PageMetaDto {
  const offset = offsetOf(query);
  const { limit } = query;
  return { total, limit, offset, page: Math.floor(offset / limit) + 1, pages: Math.ceil(total / limit) };
}
