import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { VERSION } from '../../common/version';
import { JsonAnswer, ReadingErrors } from './documented-answers';
import { NgsiLdGuard } from './ngsi-ld.guard';
import { answerFormOf, sendJsonObject } from './output';
import { parametersOf } from './query-string';
import { CreatesTenant, tenantNameOf } from './request-tenant';

const ALIAS = 'civic-issue-service';

/** Which broker this is (ETSI GS CIM 009, clause 6.33). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1/info/sourceIdentity')
@UseGuards(NgsiLdGuard)
export class InformationController {
  @Get()
  @ApiOperation({ operationId: 'retrieveSourceIdentity', summary: 'Read which broker this is' })
  @JsonAnswer('The identity of the broker (clause 5.2.40), its version and how long it has been up.', {
    type: 'object',
    title: 'ContextSourceIdentity',
    additionalProperties: true,
  })
  @ReadingErrors()
  // Tenants that do not exist have an identity too; as no store is asked, none is made.
  @CreatesTenant(true)
  retrieveSourceIdentity(@Req() request: Request, @Res() response: Response): void {
    parametersOf(request, ['local']);
    const tenant = tenantNameOf(request);
    const alias = tenant === undefined ? ALIAS : `${ALIAS}:${tenant}`;
    const identity = {
      id: `urn:ngsi-ld:ContextSourceIdentity:${alias}`,
      type: 'ContextSourceIdentity',
      contextSourceAlias: alias,
      contextSourceUptime: `PT${Math.floor(process.uptime())}S`,
      contextSourceTimeAt: new Date().toISOString(),
      contextSourceExtras: { version: VERSION, specification: 'ETSI GS CIM 009 V1.9.1' },
    };
    sendJsonObject(response, identity, answerFormOf(request));
  }
}
