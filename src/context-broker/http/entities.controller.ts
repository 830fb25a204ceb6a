import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { notFound } from '../errors';
import type { Entity } from '../model/entity';
import { checkedId } from '../model/names';
import { attributeNames, normalizeEntity } from '../model/normalize-entity';
import { parseSelection } from '../selection-parameters';
import {
  DocumentCreateEntity,
  DocumentDeleteEntity,
  DocumentQueryEntities,
  DocumentRetrieveEntity,
} from './documented-operations';
import { NgsiLdGuard } from './ngsi-ld.guard';
import { type Output, OUTPUT_PARAMETERS, outputOf, sendEntities, sendEntity } from './output';
import { cutPage, PAGING_PARAMETERS, pagingOf } from './paging';
import { booleanParameter, parametersOf } from './query-string';
import { termsOf } from './request-context';
import { brokerOf, CreatesTenant } from './request-tenant';

const SELECTION_PARAMETERS = [
  'type',
  'id',
  'idPattern',
  'q',
  'georel',
  'geometry',
  'coordinates',
  'geoproperty',
  'local',
] as const;

/** Entities (ETSI GS CIM 009, clauses 6.4 and 6.5). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1/entities')
@UseGuards(NgsiLdGuard)
export class EntitiesController {
  @Post()
  @CreatesTenant(true)
  @DocumentCreateEntity()
  async createEntity(@Req() request: Request, @Res() response: Response): Promise<void> {
    parametersOf(request, ['local']);
    const entity = normalizeEntity(request.body, termsOf(request));
    await brokerOf(request).create(entity);
    response
      .status(201)
      .setHeader('Location', `/ngsi-ld/v1/entities/${asHeader(entity.id)}`)
      .end();
  }

  @Get()
  @DocumentQueryEntities()
  async queryEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    const parameters = parametersOf(request, [
      ...SELECTION_PARAMETERS,
      ...OUTPUT_PARAMETERS,
      ...PAGING_PARAMETERS,
    ]);
    booleanParameter('local', parameters.local);
    const output = outputOf(request, parameters);
    const paging = pagingOf(parameters);
    const page = await brokerOf(request).query({
      ...parseSelection(parameters, termsOf(request)),
      ...paging,
      limit: paging.limit === 0 ? 0 : paging.limit + 1,
    });
    const rows = cutPage(request, response, paging, page.rows, page.total);
    sendEntities(response, rows, output);
  }

  @Get(':entityId')
  @DocumentRetrieveEntity()
  retrieveEntity(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const output = outputOf(request, parametersOf(request, [...OUTPUT_PARAMETERS, 'local']));
    const id = checkedId(entityId);
    const row = brokerOf(request).find(id);
    if (row === undefined) throw notFound(`there is no entity ${id}`);
    if (output.pick !== undefined && !hasAny(JSON.parse(row.body) as Entity, output)) {
      throw notFound(`${id} has none of the attributes`);
    }
    sendEntity(response, row, output);
  }

  @Delete(':entityId')
  @HttpCode(204)
  @DocumentDeleteEntity()
  async deleteEntity(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    parametersOf(request, ['local', 'type']);
    await brokerOf(request).delete(checkedId(entityId));
    response.status(204).end();
  }
}

/** Headers are ASCII; an id with other characters is written as the URI that it is short for. */
const asHeader = (id: string): string => id.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);

const hasAny = (entity: Entity, { pick = [] }: Output): boolean =>
  attributeNames(entity).some((name) => pick.includes(name)) || pick.some((name) => name in entity);
