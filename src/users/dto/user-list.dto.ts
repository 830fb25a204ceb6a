import { UserDto } from './user.dto';

/** A page of the accounts, the oldest first. */
export class UserListDto {
  users: UserDto[] = [];

  /** How many accounts there are in all.
   * @example 240 */
  total: number = 0;

  /** How many accounts a page holds at most.
   * @example 100 */
  limit: number = 0;

  /** How many accounts were skipped.
   * @example 0 */
  offset: number = 0;
}
