import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { badRequestData, notFound } from '../errors';
import type { Entity } from '../model/entity';
import { isEmpty, readFragment } from '../model/fragment';
import { simplifiedFor } from '../model/merge-patch';
import { checkTime } from '../model/check-attribute';
import { isObject } from '../model/json';
import { checkedId } from '../model/names';
import { attributeNames, normalizeEntity } from '../model/normalize-entity';
import { readAttribute } from '../model/read-attribute';
import { isNarrowed, isShown, type Projected } from '../model/representation';
import { parseNames } from '../selection-parameters';
import { hasTypes } from '../store/entity-writer';
import { answerBatch } from './batch-answer';
import {
  DocumentCreateEntity,
  DocumentDeleteEntity,
  DocumentMergeEntity,
  DocumentPurgeEntities,
  DocumentQueryEntities,
  DocumentReplaceEntity,
  DocumentRetrieveEntity,
} from './documented-operations';
import { locationOf } from './location';
import { NgsiLdGuard } from './ngsi-ld.guard';
import { outputOf, sendEntities, sendEntity } from './output';
import { formatOf, OUTPUT_PARAMETERS } from './output-form';
import { cutPage, pagingOf } from './paging';
import {
  localWhenBare,
  pageQueryOf,
  QUERY_PARAMETERS,
  SELECTION_PARAMETERS,
  selectionOf,
} from './query-parameters';
import { parametersOf } from './query-string';
import { termsOf } from './request-context';
import { brokerOf, CreatesTenant } from './request-tenant';
import { typeParameter } from './type-parameter';

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
    response.status(201).setHeader('Location', locationOf('entities', entity.id)).end();
  }

  @Get()
  @DocumentQueryEntities()
  async queryEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    const parameters = localWhenBare(parametersOf(request, QUERY_PARAMETERS));
    const output = outputOf(request, parameters);
    const paging = pagingOf(parameters);
    const page = await brokerOf(request).query(pageQueryOf(parameters, termsOf(request), paging));
    const rows = cutPage(request, response, paging, page.rows, page.total);
    sendEntities(response, rows, output);
  }

  @Delete()
  @HttpCode(204)
  @DocumentPurgeEntities()
  async purgeEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    const parameters = parametersOf(request, [...SELECTION_PARAMETERS, 'attrs', 'drop', 'keep']);
    const terms = termsOf(request);
    const { drop, keep } = parameters;
    if (drop !== undefined && keep !== undefined) throw badRequestData('drop, keep: only one of them');
    const selection = selectionOf(parameters, terms);
    const which =
      drop === undefined
        ? keep === undefined
          ? undefined
          : { keep: parseNames(keep, 'keep', terms) }
        : { drop: parseNames(drop, 'drop', terms) };
    const outcome = await brokerOf(request).purge(selection, which);
    if (!answerBatch(response, outcome)) response.status(204).end();
  }

  @Get(':entityId')
  @DocumentRetrieveEntity()
  retrieveEntity(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const parameters = parametersOf(request, [...OUTPUT_PARAMETERS, 'type', 'local']);
    const output = outputOf(request, parameters);
    const types = typeParameter(parameters.type, termsOf(request));
    const id = checkedId(entityId);
    const row = brokerOf(request).find(id);
    if (row === undefined) throw notFound(`there is no entity ${id}`);
    if (types !== undefined && !hasTypes(JSON.parse(row.body) as Entity, types)) {
      throw notFound(`there is no entity ${id} of this type`);
    }
    if (isNarrowed(output.projected) && !hasAny(JSON.parse(row.body) as Entity, output.projected)) {
      throw notFound(`${id} has none of the members`);
    }
    sendEntity(response, row, output);
  }

  @Put(':entityId')
  @HttpCode(204)
  @DocumentReplaceEntity()
  async replaceEntity(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { type } = parametersOf(request, ['type', 'local']);
    const terms = termsOf(request);
    const entity = normalizeEntity(withId(request.body, checkedId(entityId)), terms);
    await brokerOf(request).replace(entity, typeParameter(type, terms));
    response.status(204).end();
  }

  @Patch(':entityId')
  @HttpCode(204)
  @DocumentMergeEntity()
  async mergeEntity(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const parameters = parametersOf(request, ['type', 'local', 'options', 'format', 'observedAt', 'lang']);
    const { type, observedAt, lang } = parameters;
    const terms = termsOf(request);
    const id = checkedId(entityId);
    const body = withId(request.body, id);
    const concise = (name: string, value: Parameters<typeof readAttribute>[0]) =>
      readAttribute(value, name, { terms, fragment: true });
    const { format } = formatOf(parameters);
    const read = (before: Entity) =>
      readFragment(body, terms, format === 'simplified' ? simplifiedFor(before, lang, concise) : concise);
    // What can be seen to be wrong without the entity is refused before it is looked for.
    const early = readFragment(body, terms, format === 'simplified' ? (_, value) => value : concise);
    if (isEmpty(early)) throw badRequestData('an empty fragment changes nothing');
    const options = observedAt === undefined ? {} : { observedAt: checkTime(observedAt, 'observedAt') };
    await brokerOf(request).merge(id, read, options, typeParameter(type, terms));
    response.status(204).end();
  }

  @Delete(':entityId')
  @HttpCode(204)
  @DocumentDeleteEntity()
  async deleteEntity(
    @Param('entityId') entityId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { type } = parametersOf(request, ['local', 'type']);
    await brokerOf(request).delete(checkedId(entityId), typeParameter(type, termsOf(request)));
    response.status(204).end();
  }
}

/** The body with the id of the path, which it may repeat. @throws NgsiLdError BadRequestData */
function withId(body: unknown, id: string): unknown {
  if (!isObject(body)) return body;
  const given = body['id'] ?? body['@id'] ?? id;
  if (given !== id) throw badRequestData('id: is not that of the path');
  return { ...body, id };
}

/** Whether the entity has one of the members that are asked for, and of the attributes where these are. */
const hasAny = (entity: Entity, projected: Projected): boolean =>
  projected.attributes === undefined
    ? isShown(entity, projected)
    : attributeNames(entity).some((name) => projected.attributes?.has(name));
