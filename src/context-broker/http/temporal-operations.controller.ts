import { Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { answerTemporalQuery } from './answer-temporal-query';
import { DocumentQueryTemporalEntitiesByPost } from './documented-temporal';
import { NgsiLdGuard } from './ngsi-ld.guard';
import { PAGING_PARAMETERS } from './paging';
import { selectionOf } from './query-parameters';
import { parametersOf } from './query-string';
import { Reading } from './reading';
import { termsOf } from './request-context';
import { readTemporalQueryBody } from './temporal-query-body';

/** Temporal queries in a body (ETSI GS CIM 009, clause 6.24). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1/temporal/entityOperations')
@UseGuards(NgsiLdGuard)
export class TemporalOperationsController {
  @Post('query')
  @HttpCode(200)
  @Reading(true)
  @DocumentQueryTemporalEntitiesByPost()
  async queryTemporalEntitiesByPost(@Req() request: Request, @Res() response: Response): Promise<void> {
    const line = parametersOf(request, [...PAGING_PARAMETERS, 'options', 'format', 'local']);
    const terms = termsOf(request);
    const { parameters, selectors, temporal } = readTemporalQueryBody(request.body, terms);
    const selection = selectionOf({ ...parameters, local: line.local }, terms, selectors);
    await answerTemporalQuery(request, response, { ...parameters, ...temporal, ...line }, selection);
  }
}
