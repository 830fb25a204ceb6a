import { Controller, Delete, HttpCode, Param, Patch, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { badRequestData } from '../errors';
import { isObject } from '../model/json';
import { checkedId, checkedName } from '../model/names';
import { checkedTypes, typeOf } from '../model/normalize-entity';
import { patchAttribute, readAttributeFragment } from '../model/patch-attribute';
import { readTemporalAttributes } from '../temporal/read-temporal-entity';
import {
  DocumentAppendTemporalAttributes,
  DocumentDeleteTemporalAttribute,
  DocumentDeleteTemporalInstance,
  DocumentUpdateTemporalInstance,
} from './documented-temporal';
import { NgsiLdGuard } from './ngsi-ld.guard';
import { booleanParameter, parametersOf } from './query-string';
import { termsOf } from './request-context';
import { brokerOf } from './request-tenant';

/** The instances of attributes in the evolution of an entity (ETSI GS CIM 009, clauses 6.20 to 6.22). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1/temporal/entities/:entityId/attrs')
@UseGuards(NgsiLdGuard)
export class TemporalAttributesController {
  @Post()
  @HttpCode(204)
  @DocumentAppendTemporalAttributes()
  async appendTemporalAttributes(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    parametersOf(request, ['local']);
    const terms = termsOf(request);
    const body: unknown = request.body;
    const instances = readTemporalAttributes(body, terms);
    if (instances.length === 0) throw badRequestData('an attribute is needed');
    const type = isObject(body) ? typeOf(body) : undefined;
    const types = type === undefined ? [] : [checkedTypes(type, terms)].flat();
    await brokerOf(request).history.append(checkedId(entityId), types, instances);
    response.status(204).end();
  }

  @Delete(':attribute')
  @HttpCode(204)
  @DocumentDeleteTemporalAttribute()
  async deleteTemporalAttribute(
    @Param('entityId') entityId: string,
    @Param('attribute') attribute: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { datasetId = '', deleteAll } = parametersOf(request, ['datasetId', 'deleteAll', 'local']);
    const all = booleanParameter('deleteAll', deleteAll);
    const which = all ? { all } : { datasetId: datasetId === '@none' ? '' : datasetId };
    const name = checkedName(attribute, 'attribute', termsOf(request));
    await brokerOf(request).history.deleteAttribute(checkedId(entityId), name, which);
    response.status(204).end();
  }

  @Patch(':attribute/:instanceId')
  @HttpCode(204)
  @DocumentUpdateTemporalInstance()
  async updateTemporalInstance(
    @Param('entityId') entityId: string,
    @Param('attribute') attribute: string,
    @Param('instanceId') instanceId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    parametersOf(request, ['local']);
    const terms = termsOf(request);
    const name = checkedName(attribute, 'attribute', terms);
    const body: unknown = request.body;
    await brokerOf(request).history.updateInstance(
      checkedId(entityId),
      name,
      checkedId(instanceId, 'instanceId'),
      (present) => patchAttribute(name, present, readAttributeFragment(name, body, terms)),
    );
    response.status(204).end();
  }

  @Delete(':attribute/:instanceId')
  @HttpCode(204)
  @DocumentDeleteTemporalInstance()
  async deleteTemporalInstance(
    @Param('entityId') entityId: string,
    @Param('attribute') attribute: string,
    @Param('instanceId') instanceId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    parametersOf(request, ['local']);
    const name = checkedName(attribute, 'attribute', termsOf(request));
    await brokerOf(request).history.deleteInstance(
      checkedId(entityId),
      name,
      checkedId(instanceId, 'instanceId'),
    );
    response.status(204).end();
  }
}
