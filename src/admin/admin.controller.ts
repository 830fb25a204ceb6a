import { Controller, Get, HttpStatus, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Roles } from '../auth/access';
import { ApiErrors, BROKER_ERRORS } from '../common/errors/api-errors.decorator';
import { NoQueryDto } from '../common/validation/no-query.dto';
import { ServiceHealthDto } from './dto/service-health.dto';
import { StatisticsDto } from './dto/statistics.dto';
import { ServiceHealthService } from './service-health.service';
import { StatisticsService } from './statistics.service';

@ApiTags('Administration')
@Controller('admin')
export class AdminController {
  constructor(
    private readonly health: ServiceHealthService,
    private readonly statistics: StatisticsService,
  ) {}

  @Get('health')
  @Roles('admin')
  @ApiOperation({ operationId: 'getServiceHealth', summary: 'How the service and what it depends on are' })
  @ApiOkResponse({ type: ServiceHealthDto, description: 'The service works, if not with all its parts.' })
  @ApiServiceUnavailableResponse({
    type: ServiceHealthDto,
    description: 'The broker or the database is down.',
  })
  @ApiErrors(422, 500)
  async getHealth(
    @Query() _query: NoQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ServiceHealthDto> {
    const health = await this.health.check();
    if (health.status === 'unhealthy') response.status(HttpStatus.SERVICE_UNAVAILABLE);
    return health;
  }

  @Get('stats')
  @Roles('city_official', 'admin')
  @ApiOperation({
    operationId: 'getStatistics',
    summary: 'How many reports and users there are',
    description: 'At most five seconds old.',
  })
  @ApiOkResponse({ type: StatisticsDto })
  @ApiErrors(422, ...BROKER_ERRORS)
  getStatistics(@Query() _query: NoQueryDto): Promise<StatisticsDto> {
    return this.statistics.current();
  }
}
