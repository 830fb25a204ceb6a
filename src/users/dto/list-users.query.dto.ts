import { type Role, ROLES } from '../../auth/caller';
import { PaginationQueryDto } from '../../common/pagination/pagination.query.dto';
import { MayBeMissing } from '../../common/validation/rule';
import { OneOf } from '../../common/validation/text';

/** Which accounts are asked for. */
export class ListUsersQueryDto extends PaginationQueryDto {
  /** Only accounts of this role. */
  @OneOf(ROLES, { required: false })
  @MayBeMissing()
  role?: Role;
}
