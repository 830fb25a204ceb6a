import { Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { BatchMode, BatchOutcome } from '../context-broker';
import { badRequestData } from '../errors';
import { answerBatch } from './batch-answer';
import {
  DocumentCreateEntities,
  DocumentDeleteEntities,
  DocumentMergeEntities,
  DocumentQueryEntitiesByBody,
  DocumentUpdateEntities,
  DocumentUpsertEntities,
} from './documented-operations';
import { NgsiLdGuard } from './ngsi-ld.guard';
import { outputOf, sendEntities } from './output';
import { OUTPUT_PARAMETERS } from './output-form';
import { cutPage, PAGING_PARAMETERS, pagingOf } from './paging';
import { readQueryBody } from './query-body';
import { pageQueryOf } from './query-parameters';
import { parametersOf } from './query-string';
import { Reading } from './reading';
import { termsOf, termsOfItem } from './request-context';
import { brokerOf, CreatesTenant } from './request-tenant';

const MAX_BATCH = 1000;

/** Operations on many entities (ETSI GS CIM 009, clauses 6.14 to 6.17, 6.23 and 6.31). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1/entityOperations')
@UseGuards(NgsiLdGuard)
export class BatchController {
  @Post('create')
  @CreatesTenant(true)
  @DocumentCreateEntities()
  async createEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    parametersOf(request, ['local']);
    const outcome = await write(request, 'create');
    if (!answerBatch(response, outcome)) response.status(201).json(outcome.created);
  }

  @Post('upsert')
  @CreatesTenant(true)
  @DocumentUpsertEntities()
  async upsertEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    const outcome = await write(request, option(request, { replace: 'replace', update: 'merge' }, 'replace'));
    if (answerBatch(response, outcome)) return;
    if (outcome.created.length > 0) response.status(201).json(outcome.created);
    else response.status(204).end();
  }

  @Post('update')
  @HttpCode(204)
  @DocumentUpdateEntities()
  async updateEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    const outcome = await write(request, option(request, { noOverwrite: 'append' }, 'update'));
    if (!answerBatch(response, outcome)) response.status(204).end();
  }

  @Post('merge')
  @HttpCode(204)
  @DocumentMergeEntities()
  async mergeEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    parametersOf(request, ['local']);
    const outcome = await write(request, 'patch');
    if (!answerBatch(response, outcome)) response.status(204).end();
  }

  @Post('delete')
  @HttpCode(204)
  @DocumentDeleteEntities()
  async deleteEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    parametersOf(request, ['local']);
    const outcome = await brokerOf(request).batchDelete(items(request));
    if (!answerBatch(response, outcome)) response.status(204).end();
  }

  @Post('query')
  @Reading(true)
  @HttpCode(200)
  @DocumentQueryEntitiesByBody()
  async queryEntitiesByBody(@Req() request: Request, @Res() response: Response): Promise<void> {
    const terms = termsOf(request);
    const given = parametersOf(request, [...OUTPUT_PARAMETERS, ...PAGING_PARAMETERS, 'local']);
    const { parameters, selectors } = readQueryBody(request.body, terms);
    const all = { ...given, ...parameters };
    const output = outputOf(request, all);
    const paging = pagingOf(given);
    const page = await brokerOf(request).query(pageQueryOf(all, terms, paging, selectors));
    const rows = cutPage(request, response, paging, page.rows, page.total);
    sendEntities(response, rows, output);
  }
}

const write = (request: Request, mode: BatchMode): Promise<BatchOutcome> =>
  brokerOf(request).batch(items(request), mode, (item) => termsOfItem(request, item));

function items(request: Request): unknown[] {
  const body: unknown = request.body;
  if (!Array.isArray(body)) throw badRequestData('the body must be an array');
  if (body.length === 0 || body.length > MAX_BATCH) {
    throw badRequestData(`the array must have 1 to ${MAX_BATCH} elements`);
  }
  if (body.includes(null)) throw badRequestData('the array must not have null in it');
  return body;
}

/** The mode that the parameter `options` names. */
function option<T extends string>(request: Request, modes: Record<string, T>, otherwise: T): T {
  const { options } = parametersOf(request, ['options', 'local']);
  if (options === undefined) return otherwise;
  const mode = Object.hasOwn(modes, options) ? modes[options] : undefined;
  if (mode === undefined) throw badRequestData(`options: must be ${Object.keys(modes).join(' or ')}`);
  return mode;
}
