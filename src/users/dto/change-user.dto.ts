import { ApiProperty } from '@nestjs/swagger';
import { type Role, ROLES } from '../../auth/caller';
import { MayBeMissing, rule } from '../../common/validation/rule';
import { OneOf } from '../../common/validation/text';

/** What changes about an account; at least one field. */
export class ChangeUserDto {
  /** What the account may do, from its next request on. */
  @OneOf(ROLES, { required: false, example: 'city_official' })
  @MayBeMissing()
  role?: Role;

  /** False disables the account: its tokens end for good, its API keys until it is active again. */
  @rule('isBoolean', 'must be true or false', (value) => typeof value === 'boolean')
  @MayBeMissing()
  @ApiProperty({ type: 'boolean', required: false, example: true })
  active?: boolean;
}
