import { Body, Controller, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ApiErrors } from '../../common/errors/api-errors.decorator';
import { clientNetwork } from '../../common/http/client-network';
import { NoQueryDto } from '../../common/validation/no-query.dto';
import { Environment } from '../../config/environment';
import { RateLimit } from '../../rate-limits/rate-limit.decorator';
import { toUserDto, UserDto } from '../../users/dto/user.dto';
import { UsersService } from '../../users/users.service';
import { Public } from '../access';
import { ForbiddenError } from '../auth-errors';
import { AccessTokenDto } from './dto/access-token.dto';
import { LoginDto } from './dto/login.dto';
import { RegisterDto } from './dto/register.dto';
import { LoginService } from './login.service';

@ApiTags('Authentication')
@Controller('auth')
export class LoginController {
  constructor(
    private readonly logins: LoginService,
    private readonly users: UsersService,
    private readonly environment: Environment,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Public()
  @RateLimit('login')
  @ApiOperation({ operationId: 'logIn', summary: 'An access token for a username or e-mail and a password' })
  @ApiOkResponse({ type: AccessTokenDto, description: 'The token.' })
  @ApiErrors(400, 401, 413, 415, 422, 429, 500, 503)
  logIn(
    @Body() { username, password }: LoginDto,
    @Query() _query: NoQueryDto,
    @Req() request: Request,
  ): Promise<AccessTokenDto> {
    return this.logins.login(username, password, clientNetwork(request));
  }

  @Post('register')
  @Public()
  @RateLimit('registration')
  @ApiOperation({
    operationId: 'register',
    summary: 'Make an account, with the role of a citizen',
    description: 'Open where REGISTRATION_ENABLED is true; 403 elsewhere.',
  })
  @ApiCreatedResponse({ type: UserDto, description: 'The account.' })
  @ApiErrors(400, 403, 413, 415, 422, 500, 503)
  async register(@Body() account: RegisterDto, @Query() _query: NoQueryDto): Promise<UserDto> {
    if (!this.environment.REGISTRATION_ENABLED) {
      throw new ForbiddenError('registration is closed here; ask an administrator for an account');
    }
    return toUserDto(await this.users.create({ ...account, role: 'citizen' }));
  }
}
