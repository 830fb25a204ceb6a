import { Controller, Delete, HttpCode, Param, Patch, Post, Put, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { iriOf } from '../context/terms';
import { badRequestData } from '../errors';
import type { JsonValue } from '../model/entity';
import { type Fragment, isEmpty, type Outcome, readFragment } from '../model/fragment';
import { isObject, without } from '../model/json';
import { checkedId, checkedName } from '../model/names';
import { patchAttribute, readAttributeFragment } from '../model/patch-attribute';
import {
  DocumentAppendAttributes,
  DocumentDeleteAttribute,
  DocumentReplaceAttribute,
  DocumentUpdateAttribute,
  DocumentUpdateAttributes,
} from './documented-operations';
import { NgsiLdGuard } from './ngsi-ld.guard';
import { booleanParameter, parametersOf } from './query-string';
import { termsOf } from './request-context';
import { brokerOf } from './request-tenant';
import { typeParameter } from './type-parameter';

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
    const { options, type } = parametersOf(request, ['options', 'type', 'local']);
    if (options !== undefined && options !== 'noOverwrite')
      throw badRequestData('options: must be noOverwrite');
    const fragment = fragmentOf(request);
    const types = typeParameter(type, termsOf(request));
    const overwrite = options === undefined;
    const outcome = await brokerOf(request).append(checkedId(entityId), fragment, { overwrite, types });
    sendOutcome(response, outcome, 'the attribute exists and is not to be overwritten');
  }

  @Patch()
  @HttpCode(204)
  @DocumentUpdateAttributes()
  async updateAttributes(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { type } = parametersOf(request, ['type', 'local']);
    const types = typeParameter(type, termsOf(request));
    const outcome = await brokerOf(request).update(checkedId(entityId), fragmentOf(request), types);
    sendOutcome(response, outcome, 'there is none that could be replaced');
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
    const { type } = parametersOf(request, ['type', 'local']);
    const terms = termsOf(request);
    const name = attributeName(attribute, request);
    const fragment = readAttributeFragment(name, request.body, terms);
    await brokerOf(request).updateAttribute(
      checkedId(entityId),
      name,
      fragment.datasetId,
      (present) => patchAttribute(name, present, fragment),
      typeParameter(type, terms),
    );
    response.status(204).end();
  }

  @Put(':attribute')
  @HttpCode(204)
  @DocumentReplaceAttribute()
  async replaceAttribute(
    @Param('entityId') entityId: string,
    @Param('attribute') attribute: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { type } = parametersOf(request, ['type', 'local']);
    const terms = termsOf(request);
    const types = typeParameter(type, terms);
    const name = attributeName(attribute, request);
    await brokerOf(request).replaceAttribute(checkedId(entityId), name, valueOf(request), terms, types);
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
    const { datasetId, deleteAll, type } = parametersOf(request, ['datasetId', 'deleteAll', 'type', 'local']);
    const all = booleanParameter('deleteAll', deleteAll);
    const terms = termsOf(request);
    const name = checkedName(attribute, 'attribute', terms);
    const which = all ? { all } : { datasetId: datasetId === '@none' ? undefined : datasetId };
    await brokerOf(request).deleteAttribute(checkedId(entityId), name, which, typeParameter(type, terms));
    response.status(204).end();
  }
}

/** 207 when something was left as it is, for a reason. */
function sendOutcome(response: Response, { written, left }: Outcome, reason: string): void {
  if (left.length === 0) {
    response.status(204).end();
    return;
  }
  const notUpdated = left.map((name) => ({ attributeName: iriOf(name), reason }));
  response.status(207).json({ updated: written.map(iriOf), notUpdated });
}

/** @throws NgsiLdError BadRequestData */
function attributeName(attribute: string, request: Request): string {
  const name = checkedName(attribute, 'attribute', termsOf(request));
  if (name === 'scope') throw badRequestData('scope: is no attribute that can be changed by itself');
  return name;
}

/** @throws NgsiLdError BadRequestData */
function fragmentOf(request: Request): Fragment {
  const fragment = readFragment(request.body, termsOf(request));
  if (isEmpty(fragment)) throw badRequestData('an attribute is needed');
  return fragment;
}

/** An attribute alone in a body, in JSON-LD with its context beside. */
function valueOf(request: Request): JsonValue {
  const body = request.body as JsonValue;
  if (!isObject(body)) return body;
  const attribute = without(body, '@context');
  if (Object.keys(attribute).length === 0) throw badRequestData('an attribute is needed');
  return attribute;
}
