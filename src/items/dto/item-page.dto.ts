import { ApiProperty } from '@nestjs/swagger';
import { ItemDto } from './item.dto';

/** A part of the items, empty beyond their end. */
export class ItemPageDto {
  /** The oldest first. */
  items!: ItemDto[];

  /** How many items there are in all.
   * @example 240 */
  @ApiProperty({ type: 'integer' })
  total!: number;

  /** How many items were skipped.
   * @example 0 */
  @ApiProperty({ type: 'integer' })
  skip!: number;

  /** How many items a page holds at most.
   * @example 100 */
  @ApiProperty({ type: 'integer' })
  limit!: number;
}
