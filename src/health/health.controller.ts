import { Controller, Get, HttpStatus, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/access';
import { ApiErrors } from '../common/errors/api-errors.decorator';
import { ErrorEnvelopeDto } from '../common/errors/error-envelope.dto';
import { ServiceError } from '../common/errors/service-error';
import { DrainService } from '../common/http/drain.service';
import { NoQueryDto } from '../common/validation/no-query.dto';
import { NgsiLdBrokerService } from '../ngsi-ld/ngsi-ld-broker.service';
import { HealthDto } from './health.dto';

/** Probes for container platforms. */
@ApiTags('Health')
@Controller()
export class HealthController {
  constructor(
    private readonly broker: NgsiLdBrokerService,
    private readonly drain: DrainService,
  ) {}

  @Get('healthz')
  @Public()
  @ApiOperation({ operationId: 'getLiveness', summary: 'Is the process alive?' })
  @ApiOkResponse({ type: HealthDto, description: 'It is.' })
  @ApiErrors(422)
  live(@Query() _query: NoQueryDto): HealthDto {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Public()
  @ApiOperation({ operationId: 'getReadiness', summary: 'Can it take requests, with its broker answering?' })
  @ApiOkResponse({ type: HealthDto, description: 'It can.' })
  @ApiErrors(422)
  @ApiServiceUnavailableResponse({
    type: ErrorEnvelopeDto,
    description: 'The broker does not answer, or the service is stopping.',
  })
  async ready(@Query() _query: NoQueryDto): Promise<HealthDto> {
    if (this.drain.draining) {
      throw new ServiceError(HttpStatus.SERVICE_UNAVAILABLE, 'ServiceUnavailable', 'the service is stopping');
    }
    await this.broker.ping();
    return { status: 'ok' };
  }
}
