import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { ApiErrors } from '../../common/errors/api-errors.decorator';
import { NoQueryDto } from '../../common/validation/no-query.dto';
import { UuidPipe } from '../../common/validation/uuid.pipe';
import { OwnAccount } from '../access';
import { ForbiddenError } from '../auth-errors';
import { type Caller, CurrentCaller } from '../caller';
import { ApiKeysService } from './api-keys.service';
import { ApiKeyListDto, CreatedApiKeyDto, toApiKeyDto } from './dto/api-key.dto';
import { CreateApiKeyDto } from './dto/create-api-key.dto';

@ApiTags('API keys')
@Controller('users/api-keys')
@OwnAccount()
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Post()
  @ApiOperation({
    operationId: 'createApiKey',
    summary: 'Make an API key with the role of its owner',
    description: 'Needs an access token: a key that was stolen is not to make others that outlive it.',
  })
  @ApiCreatedResponse({ type: CreatedApiKeyDto, description: 'The key, shown this once.' })
  @ApiErrors(400, 413, 415, 422, 500, 503)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() newKey: CreateApiKeyDto,
    @Query() _query: NoQueryDto,
  ): Promise<CreatedApiKeyDto> {
    if (caller.apiKeyId !== undefined)
      throw new ForbiddenError('API keys are made with an access token: log in');
    const created = await this.keys.create(caller.id, newKey);
    return { ...toApiKeyDto(created), key: created.key };
  }

  @Get()
  @ApiOperation({ operationId: 'listApiKeys', summary: 'The API keys of the caller' })
  @ApiOkResponse({ type: ApiKeyListDto, description: 'The keys, without their secrets.' })
  @ApiErrors(422, 500, 503)
  async list(@CurrentCaller() caller: Caller, @Query() _query: NoQueryDto): Promise<ApiKeyListDto> {
    return { api_keys: (await this.keys.list(caller.id)).map(toApiKeyDto) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key of the caller, at once and for good',
  })
  @ApiNoContentResponse({ description: 'The key is gone.' })
  @ApiErrors(400, 404, 422, 500, 503)
  async revoke(
    @CurrentCaller() caller: Caller,
    @Param('id', new UuidPipe('API key')) id: string,
    @Query() _query: NoQueryDto,
  ): Promise<void> {
    await this.keys.revoke(id, caller.id);
  }
}
