import { Controller, Get, Param, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { notFound } from '../errors';
import { NgsiLdGuard } from '../http/ngsi-ld.guard';
import { answerFormOf, sendJsonList, sendJsonObject } from '../http/output';
import { booleanParameter, parametersOf } from '../http/query-string';
import { termsOf } from '../http/request-context';
import { brokerOf } from '../http/request-tenant';
import { checkedName } from '../model/names';
import {
  DocumentListAttributes,
  DocumentListTypes,
  DocumentRetrieveAttribute,
  DocumentRetrieveType,
} from './documented-discovery';
import {
  attributeInfo,
  attributeInList,
  attributeList,
  entityType,
  entityTypeInfo,
  entityTypeList,
} from './representation';

/** Which types and attributes there are (ETSI GS CIM 009, clauses 6.25 to 6.28). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1')
@UseGuards(NgsiLdGuard)
export class DiscoveryController {
  @Get('types')
  @DocumentListTypes()
  async listTypes(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { details, count } = parametersOf(request, ['details', 'count', 'local']);
    const isDetailed = booleanParameter('details', details);
    const isCounted = booleanParameter('count', count);
    const form = answerFormOf(request);
    const terms = termsOf(request);
    const types = await brokerOf(request).types();
    if (isCounted) response.setHeader('NGSILD-Results-Count', types.length);
    if (!isDetailed) return sendJsonObject(response, entityTypeList(types, terms), form);
    sendJsonList(
      response,
      types.map((type) => entityType(type, terms)),
      form,
    );
  }

  @Get('types/:type')
  @DocumentRetrieveType()
  async retrieveType(
    @Param('type') type: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    parametersOf(request, ['local']);
    const form = answerFormOf(request);
    const terms = termsOf(request);
    const [found] = await brokerOf(request).types(checkedName(type, 'type', terms));
    if (found === undefined) throw notFound(`there is no entity of type ${type.slice(0, 200)}`);
    sendJsonObject(response, entityTypeInfo(found, terms), form);
  }

  @Get('attributes')
  @DocumentListAttributes()
  async listAttributes(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { details, count } = parametersOf(request, ['details', 'count', 'local']);
    const isDetailed = booleanParameter('details', details);
    const isCounted = booleanParameter('count', count);
    const form = answerFormOf(request);
    const terms = termsOf(request);
    const attributes = await brokerOf(request).attributes();
    if (isCounted) response.setHeader('NGSILD-Results-Count', attributes.length);
    if (!isDetailed) return sendJsonObject(response, attributeList(attributes, terms), form);
    sendJsonList(
      response,
      attributes.map((attribute) => attributeInList(attribute, terms)),
      form,
    );
  }

  @Get('attributes/:attribute')
  @DocumentRetrieveAttribute()
  async retrieveAttribute(
    @Param('attribute') attribute: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    parametersOf(request, ['local']);
    const form = answerFormOf(request);
    const terms = termsOf(request);
    const [found] = await brokerOf(request).attributes(checkedName(attribute, 'attribute', terms));
    if (found === undefined) throw notFound(`no entity has an attribute ${attribute.slice(0, 200)}`);
    sendJsonObject(response, attributeInfo(found, terms), form);
  }
}
