import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { OwnAccount, Roles } from '../auth/access';
import { type Caller, CurrentCaller } from '../auth/caller';
import { ApiErrors } from '../common/errors/api-errors.decorator';
import { offsetOf } from '../common/pagination/pagination.query.dto';
import { NoQueryDto } from '../common/validation/no-query.dto';
import { UuidPipe } from '../common/validation/uuid.pipe';
import { ChangeUserDto } from './dto/change-user.dto';
import { ListUsersQueryDto } from './dto/list-users.query.dto';
import { toUserDto, UserDto } from './dto/user.dto';
import { UserListDto } from './dto/user-list.dto';
import { UsersService } from './users.service';

@ApiTags('Users')
@Controller({ path: 'users', version: '1' })
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get('me')
  @OwnAccount()
  @ApiOperation({ operationId: 'getMe', summary: 'The account of the caller' })
  @ApiOkResponse({ type: UserDto, description: 'The account.' })
  @ApiErrors(422, 500, 503)
  async me(@CurrentCaller() caller: Caller, @Query() _query: NoQueryDto): Promise<UserDto> {
    return toUserDto(await this.users.find(caller.id));
  }

  @Get()
  @Roles('admin')
  @ApiOperation({ operationId: 'listUsers', summary: 'The accounts, the oldest first' })
  @ApiOkResponse({ type: UserListDto, description: 'A part of the list, empty beyond its end.' })
  @ApiErrors(422, 500, 503)
  async list(@Query() query: ListUsersQueryDto): Promise<UserListDto> {
    const { limit, role } = query;
    const offset = offsetOf(query);
    const { users, total } = await this.users.list({ role, limit, offset });
    return { users: users.map(toUserDto), total, limit, offset };
  }

  @Patch(':id')
  @Roles('admin')
  @ApiOperation({ operationId: 'changeUser', summary: "Change an account's role, disable or enable it" })
  @ApiOkResponse({ type: UserDto, description: 'The account with its changes.' })
  @ApiErrors(400, 404, 413, 415, 422, 500, 503)
  async change(
    @Param('id', new UuidPipe('user')) id: string,
    @Body() change: ChangeUserDto,
    @Query() _query: NoQueryDto,
  ): Promise<UserDto> {
    return toUserDto(await this.users.change(id, change));
  }
}
