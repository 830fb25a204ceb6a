import { ApiProperty } from '@nestjs/swagger';
import { UserDto } from './user.dto';

/** A page of the accounts, the oldest first. */
export class UserListDto {
  users!: UserDto[];

  /** How many accounts there are in all.
   * @example 240 */
  @ApiProperty({ type: 'integer' })
  total!: number;

  /** How many accounts a page holds at most.
   * @example 100 */
  @ApiProperty({ type: 'integer' })
  limit!: number;

  /** How many accounts were skipped.
   * @example 0 */
  @ApiProperty({ type: 'integer' })
  offset!: number;
}
