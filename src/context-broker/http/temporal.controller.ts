import { Controller, Get, Param, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { notFound } from '../errors';
import { checkedId } from '../model/names';
import { parseSelection } from '../selection-parameters';
import {
  type TemporalForm,
  TEMPORAL_PARAMETERS,
  temporalFilterOf,
  temporalFormOf,
} from '../temporal/temporal-parameters';
import type { TemporalEntity, TemporalFilter } from '../temporal/temporal-query';
import { temporalRepresentation } from '../temporal/temporal-representation';
import { acceptedMediaType } from './media-type';
import { DocumentQueryTemporalEntities, DocumentRetrieveTemporalEntity } from './documented-operations';
import { NgsiLdGuard } from './ngsi-ld.guard';
import { type AnswerForm, inContext, sendJson } from './output';
import { cutPage, PAGING_PARAMETERS, pagingOf } from './paging';
import { parametersOf } from './query-string';
import { contextOf, termsOf } from './request-context';
import { brokerOf } from './request-tenant';

/** The history of entities (ETSI GS CIM 009, clauses 6.18 and 6.19). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1/temporal/entities')
@UseGuards(NgsiLdGuard)
export class TemporalController {
  @Get()
  @DocumentQueryTemporalEntities()
  async queryTemporalEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    const parameters = parametersOf(request, [
      ...TEMPORAL_PARAMETERS,
      ...PAGING_PARAMETERS,
      'type',
      'id',
      'idPattern',
      'local',
    ]);
    const { type, id, idPattern } = parameters;
    const answer = answerFormOf(request);
    const paging = pagingOf(parameters);
    const filter = temporalFilterOf(parameters, termsOf(request));
    const page = await brokerOf(request).queryHistory({
      ...parseSelection({ type, id, idPattern }, termsOf(request)),
      filter,
      ...paging,
      limit: paging.limit === 0 ? 0 : paging.limit + 1,
    });
    const entities = cutPage(request, response, paging, page.entities, page.total);
    const form = temporalFormOf(parameters.options);
    const written = entities.map((entity) => writtenAs(entity, filter, form, answer));
    sendJson(response, JSON.stringify(written), answer);
  }

  @Get(':entityId')
  @DocumentRetrieveTemporalEntity()
  async retrieveTemporalEntity(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const parameters = parametersOf(request, [...TEMPORAL_PARAMETERS, 'local']);
    const answer = answerFormOf(request);
    const filter = temporalFilterOf(parameters, termsOf(request));
    const form = temporalFormOf(parameters.options);
    const id = checkedId(entityId);
    const entity = await brokerOf(request).findHistory(id, filter);
    if (entity === undefined) throw notFound(`there is no history of an entity ${id}`);
    sendJson(response, JSON.stringify(writtenAs(entity, filter, form, answer)), answer);
  }
}

const answerFormOf = (request: Request): AnswerForm => ({
  mediaType: acceptedMediaType(request, ['application/json', 'application/ld+json']),
  context: contextOf(request),
});

const writtenAs = (entity: TemporalEntity, filter: TemporalFilter, form: TemporalForm, answer: AnswerForm) =>
  inContext(temporalRepresentation(entity, filter.timeProperty, form), answer);
