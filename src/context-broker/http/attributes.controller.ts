import { Controller, Delete, HttpCode, Param, Patch, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { badRequestData } from '../errors';
import { checkedId, checkedName } from '../model/names';
import { isObject } from '../model/normalize-attribute';
import { type AttributeMap, checkedTypes, normalizeAttributes } from '../model/normalize-entity';
import { patchAttribute } from '../model/patch-attribute';
import {
  DocumentAppendAttributes,
  DocumentDeleteAttribute,
  DocumentUpdateAttribute,
  DocumentUpdateAttributes,
} from './documented-operations';
import { NgsiLdGuard } from './ngsi-ld.guard';
import { booleanParameter, parametersOf } from './query-string';
import { termsOf } from './request-context';
import { brokerOf } from './request-tenant';

/** The attributes of an entity (ETSI GS CIM 009, clauses 6.6 and 6.7). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1/entities/:entityId/attrs')
@UseGuards(NgsiLdGuard)
export class AttributesController {
  @Post()
  @HttpCode(204)
  @DocumentAppendAttributes()
  async appendAttributes(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { options } = parametersOf(request, ['options', 'local']);
    if (options !== undefined && options !== 'noOverwrite')
      throw badRequestData('options: must be noOverwrite');
    const { attributes, types } = fragmentOf(request);
    const overwrite = options === undefined;
    const outcome = await brokerOf(request).append(checkedId(entityId), attributes, { overwrite, types });
    if (outcome.existing.length === 0) {
      response.status(204).end();
      return;
    }
    const notUpdated = outcome.existing.map((attributeName) => ({
      attributeName,
      reason: 'the attribute exists and is not to be overwritten',
    }));
    response.status(207).json({ updated: outcome.updated, notUpdated });
  }

  @Patch()
  @HttpCode(204)
  @DocumentUpdateAttributes()
  async updateAttributes(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    parametersOf(request, ['local']);
    const { attributes, types } = fragmentOf(request);
    await brokerOf(request).append(checkedId(entityId), attributes, { types });
    response.status(204).end();
  }

  @Patch(':attribute')
  @HttpCode(204)
  @DocumentUpdateAttribute()
  async updateAttribute(
    @Param('entityId') entityId: string,
    @Param('attribute') attribute: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    parametersOf(request, ['local']);
    const name = checkedName(attribute, 'attribute', termsOf(request));
    const body: unknown = request.body;
    if (!isObject(body)) throw badRequestData(`${name}: an attribute fragment must be a JSON object`);
    const { datasetId } = body;
    if (datasetId !== undefined && typeof datasetId !== 'string')
      throw badRequestData('datasetId: must be a URI');
    await brokerOf(request).updateAttribute(checkedId(entityId), name, datasetId, (present) =>
      patchAttribute(name, present, body, termsOf(request)),
    );
    response.status(204).end();
  }

  @Delete(':attribute')
  @HttpCode(204)
  @DocumentDeleteAttribute()
  async deleteAttribute(
    @Param('entityId') entityId: string,
    @Param('attribute') attribute: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { datasetId, deleteAll } = parametersOf(request, ['datasetId', 'deleteAll', 'local']);
    const all = booleanParameter('deleteAll', deleteAll);
    const name = checkedName(attribute, 'attribute', termsOf(request));
    await brokerOf(request).deleteAttribute(checkedId(entityId), name, all ? { all } : { datasetId });
    response.status(204).end();
  }
}

/** The attributes of an entity fragment, and the types that it adds. */
function fragmentOf(request: Request): { attributes: AttributeMap; types: string[] } {
  const body: unknown = request.body;
  const terms = termsOf(request);
  const attributes = normalizeAttributes(body, terms);
  if (Object.keys(attributes).length === 0) throw badRequestData('an attribute is needed');
  const type = isObject(body) ? body['type'] : undefined;
  return { attributes, types: type === undefined ? [] : [checkedTypes(type, terms)].flat() };
}
