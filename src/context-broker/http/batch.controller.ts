import { Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { toServiceError } from '../../common/errors/error.filter';
import type { BatchOutcome } from '../context-broker';
import { badRequestData } from '../errors';
import {
  DocumentCreateEntities,
  DocumentDeleteEntities,
  DocumentUpdateEntities,
  DocumentUpsertEntities,
} from './documented-operations';
import { NgsiLdGuard } from './ngsi-ld.guard';
import { problemDetailsFor } from './problem-details';
import { parametersOf } from './query-string';
import { termsOf } from './request-context';
import { brokerOf, CreatesTenant } from './request-tenant';

const MAX_BATCH = 1000;

/** Operations on many entities (ETSI GS CIM 009, clauses 6.14 to 6.17). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1/entityOperations')
@UseGuards(NgsiLdGuard)
export class BatchController {
  @Post('create')
  @CreatesTenant(true)
  @DocumentCreateEntities()
  async createEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    parametersOf(request, ['local']);
    const outcome = await brokerOf(request).batch(items(request), 'create', termsOf(request));
    if (!answerFailures(response, outcome)) response.status(201).json(outcome.created);
  }

  @Post('upsert')
  @CreatesTenant(true)
  @DocumentUpsertEntities()
  async upsertEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    const mode = option(request, { replace: 'replace', update: 'merge' }, 'replace');
    const outcome = await brokerOf(request).batch(items(request), mode, termsOf(request));
    if (answerFailures(response, outcome)) return;
    if (outcome.created.length > 0) response.status(201).json(outcome.created);
    else response.status(204).end();
  }

  @Post('update')
  @HttpCode(204)
  @DocumentUpdateEntities()
  async updateEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    const mode = option(request, { noOverwrite: 'append' }, 'update');
    const outcome = await brokerOf(request).batch(items(request), mode, termsOf(request));
    if (!answerFailures(response, outcome)) response.status(204).end();
  }

  @Post('delete')
  @HttpCode(204)
  @DocumentDeleteEntities()
  async deleteEntities(@Req() request: Request, @Res() response: Response): Promise<void> {
    parametersOf(request, ['local']);
    const outcome = await brokerOf(request).batchDelete(items(request));
    if (!answerFailures(response, outcome)) response.status(204).end();
  }
}

function items(request: Request): unknown[] {
  const body: unknown = request.body;
  if (!Array.isArray(body)) throw badRequestData('the body must be an array');
  if (body.length === 0 || body.length > MAX_BATCH) {
    throw badRequestData(`the array must have 1 to ${MAX_BATCH} elements`);
  }
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

/** Answers 207 when something failed; false when nothing did. */
function answerFailures(response: Response, { created, updated, failed }: BatchOutcome): boolean {
  if (failed.length === 0) return false;
  response.status(207).json({
    success: [...created, ...updated],
    errors: failed.map(({ id, error }) => ({
      entityId: id,
      error: problemDetailsFor(toServiceError(error)).body,
    })),
  });
  return true;
}
