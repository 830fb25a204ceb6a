import { Controller, Get, Param, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ContextBroker } from '../context-broker';
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
import { acceptedMediaType, type MediaType } from './media-type';
import { DocumentQueryTemporalEntities, DocumentRetrieveTemporalEntity } from './documented-operations';
import { NgsiLdGuard } from './ngsi-ld.guard';
import { sendJson } from './output';
import { cutPage, PAGING_PARAMETERS, pagingOf } from './paging';
import { parametersOf } from './query-string';

/** The history of entities (ETSI GS CIM 009, clauses 6.18 and 6.19). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1/temporal/entities')
@UseGuards(NgsiLdGuard)
export class TemporalController {
  constructor(private readonly broker: ContextBroker) {}

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
    const mediaType = acceptedMediaType(request, ['application/json', 'application/ld+json']);
    const paging = pagingOf(parameters);
    const filter = temporalFilterOf(parameters);
    const page = await this.broker.queryHistory({
      ...parseSelection({ type, id, idPattern }),
      filter,
      ...paging,
      limit: paging.limit === 0 ? 0 : paging.limit + 1,
    });
    const entities = cutPage(request, response, paging, page.entities, page.total);
    const form = temporalFormOf(parameters.options);
    this.send(
      response,
      mediaType,
      entities.map((entity) => this.written(entity, filter, form, mediaType)),
    );
  }

  @Get(':entityId')
  @DocumentRetrieveTemporalEntity()
  async retrieveTemporalEntity(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const parameters = parametersOf(request, [...TEMPORAL_PARAMETERS, 'local']);
    const mediaType = acceptedMediaType(request, ['application/json', 'application/ld+json']);
    const filter = temporalFilterOf(parameters);
    const form = temporalFormOf(parameters.options);
    const id = checkedId(entityId);
    const entity = await this.broker.findHistory(id, filter);
    if (entity === undefined) throw notFound(`there is no history of an entity ${id}`);
    this.send(response, mediaType, this.written(entity, filter, form, mediaType));
  }

  private written(entity: TemporalEntity, filter: TemporalFilter, form: TemporalForm, mediaType: MediaType) {
    const written = temporalRepresentation(entity, filter.timeProperty, form);
    return mediaType === 'application/json'
      ? written
      : { ...written, '@context': this.broker.options.coreContextUrl };
  }

  private send(response: Response, mediaType: MediaType, body: object): void {
    sendJson(response, JSON.stringify(body), mediaType, this.broker.options.coreContextUrl);
  }
}
