import { ItemDto } from './item.dto';

/** A part of the items, empty beyond their end. */
export class ItemPageDto {
  /** The oldest first. */
  items!: ItemDto[];

  /** How many items there are in all.
   * @example 240 */
  total!: number;

  /** How many items were skipped.
   * @example 0 */
  skip!: number;

  /** How many items a page holds at most.
   * @example 100 */
  limit!: number;
}
