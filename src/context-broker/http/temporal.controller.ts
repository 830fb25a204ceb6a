import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { notFound } from '../errors';
import { checkedId } from '../model/names';
import { readTemporalEntity } from '../temporal/read-temporal-entity';
import { answerTemporalQuery } from './answer-temporal-query';
import {
  DocumentDeleteTemporalEntity,
  DocumentQueryTemporalEntities,
  DocumentRetrieveTemporalEntity,
  DocumentWriteTemporalEntity,
} from './documented-temporal';
import { locationOf } from './location';
import { NgsiLdGuard } from './ngsi-ld.guard';
import { answerFormOf, sendJsonObject } from './output';
import { PAGING_PARAMETERS } from './paging';
import { SELECTION_PARAMETERS, selectionOf } from './query-parameters';
import { booleanParameter, parametersOf } from './query-string';
import { termsOf } from './request-context';
import { brokerOf, CreatesTenant } from './request-tenant';
import { EVOLUTION_PARAMETERS, evolutionRequestOf, setContentRange, writtenPage } from './temporal-request';

/** The evolution of entities (ETSI GS CIM 009, clauses 6.18 and 6.19). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1/temporal/entities')
@UseGuards(NgsiLdGuard)
export class TemporalController {
  @Post()
  @CreatesTenant(true)
  @DocumentWriteTemporalEntity()
  async writeTemporalEntity(@Req() request: Request, @Res() response: Response): Promise<void> {
    parametersOf(request, ['local']);
    const entity = readTemporalEntity(request.body, termsOf(request));
    const outcome = await brokerOf(request).history.write(entity);
    if (outcome === 'updated') response.status(204).end();
    else response.status(201).setHeader('Location', locationOf('temporal/entities', entity.id)).end();
  }

  @Get()
  @DocumentQueryTemporalEntities()
  async queryTemporalEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    const parameters = parametersOf(request, [
      ...SELECTION_PARAMETERS,
      ...EVOLUTION_PARAMETERS,
      ...PAGING_PARAMETERS,
      'orderBy',
    ]);
    const selection = selectionOf(parameters, termsOf(request), undefined, false);
    await answerTemporalQuery(request, response, parameters, selection);
  }

  @Get(':entityId')
  @DocumentRetrieveTemporalEntity()
  async retrieveTemporalEntity(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const parameters = parametersOf(request, EVOLUTION_PARAMETERS);
    booleanParameter('local', parameters.local);
    const { history, options } = brokerOf(request);
    const answer = answerFormOf(request);
    const { filter, extent, writing } = evolutionRequestOf(parameters, answer, options.temporalPageSize);
    const id = checkedId(entityId);
    const page = await history.find(id, filter, extent);
    if (page === undefined) throw notFound(`there is no history of an entity ${id}`);
    const { attributes } = filter;
    if (attributes !== undefined && !(await history.hasAny(id, attributes))) {
      throw notFound(`${id} has none of the attributes`);
    }
    const [json] = writtenPage(page, writing);
    if (json === undefined) throw notFound(`${id} has none of the members`);
    setContentRange(response, page, filter);
    sendJsonObject(response, json, answer);
  }

  @Delete(':entityId')
  @HttpCode(204)
  @DocumentDeleteTemporalEntity()
  async deleteTemporalEntity(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    parametersOf(request, ['local']);
    await brokerOf(request).history.delete(checkedId(entityId));
    response.status(204).end();
  }
}
