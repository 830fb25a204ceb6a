import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { notAvailable } from '../context/context-fetcher';
import { ContextLibrary, CONTEXTS_PATH } from '../context/context-library';
import type { ContextKind, StoredContext } from '../context/context-store';
import { Contexts } from '../context/contexts';
import { badRequestData, NgsiLdError, notFound } from '../errors';
import type { JsonObject } from '../model/entity';
import { isObject } from '../model/json';
import { isUri } from '../model/names';
import {
  DocumentAddContext,
  DocumentDeleteContext,
  DocumentListContexts,
  DocumentServeContext,
} from './documented-contexts';
import { acceptedMediaType } from './media-type';
import { sendText } from './output';
import { booleanParameter, parametersOf } from './query-string';
import { tenantNameOf } from './request-tenant';

/** Lists and details are JSON alone, and given to clients that ask for JSON-LD wherever they go. */
const MEDIA_TYPES = ['application/json', 'application/ld+json'] as const;

const KINDS: readonly ContextKind[] = ['Cached', 'Hosted', 'ImplicitlyCreated'];

/** The JSON-LD contexts that the broker keeps (ETSI GS CIM 009, clauses 6.29 and 6.30). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1/jsonldContexts')
export class ContextsController {
  constructor(
    private readonly library: ContextLibrary,
    private readonly contexts: Contexts,
  ) {}

  @Post()
  @DocumentAddContext()
  async addContext(@Req() request: Request, @Res() response: Response): Promise<void> {
    parametersOf(request, []);
    const tenant = tenantOf(request);
    const context = isObject(request.body) ? request.body['@context'] : undefined;
    if (context === undefined) {
      throw new NgsiLdError('InvalidRequest', 'the body must be an object with the member @context');
    }
    await this.contexts.check(context, tenant);
    const id = this.library.addHosted(context, tenant);
    response.status(201).setHeader('Location', `${CONTEXTS_PATH}${id}`).end();
  }

  @Get()
  @DocumentListContexts()
  listContexts(@Req() request: Request, @Res() response: Response): void {
    const { details, kind } = parametersOf(request, ['details', 'kind']);
    const isDetailed = booleanParameter('details', details);
    acceptedMediaType(request, MEDIA_TYPES);
    const found = this.library.list(kindOf(kind), tenantOf(request));
    const shown = found.map((context) =>
      isDetailed ? this.detailsOf(context) : this.library.addressOf(context),
    );
    sendText(response, JSON.stringify(shown), 'application/json');
  }

  @Get(':contextId')
  @DocumentServeContext()
  serveContext(
    @Param('contextId') contextId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const { details } = parametersOf(request, ['details']);
    const isDetailed = booleanParameter('details', details);
    const mediaType = acceptedMediaType(request, MEDIA_TYPES);
    const context = this.find(contextId, request);
    if (!isDetailed && context.kind === 'Cached') {
      throw new NgsiLdError('OperationNotSupported', `a cached context is to be had from ${context.url}`);
    }
    const text = isDetailed ? JSON.stringify(this.detailsOf(context)) : `{"@context":${context.body}}`;
    this.contexts.count([context.id]);
    // What an id stands for never changes.
    if (!isDetailed) response.setHeader('Cache-Control', 'private, max-age=3600');
    sendText(response, text, isDetailed ? 'application/json' : mediaType);
  }

  @Delete(':contextId')
  @HttpCode(204)
  @DocumentDeleteContext()
  async deleteContext(
    @Param('contextId') contextId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { reload } = parametersOf(request, ['reload']);
    const isReload = booleanParameter('reload', reload);
    if (isReload && !isUri(contextId)) throw notReloaded();
    const context = this.find(contextId, request);
    if (isReload) await this.reload(context);
    else if (this.library.isCore(context)) throw badRequestData('the core context cannot be deleted');
    else this.library.delete(context);
    this.contexts.forget(context.id);
    response.status(204).end();
  }

  private async reload(context: StoredContext): Promise<void> {
    const { kind, url } = context;
    if (kind !== 'Cached' || url === null) throw notReloaded();
    if (this.library.isCore(context)) return;
    await this.library.fetch(url).catch((error: unknown) => {
      throw isUnusable(error) ? notAvailable(url, error.message) : error;
    });
  }

  private find(id: string, request: Request): StoredContext {
    const context = this.library.find(id, tenantOf(request));
    if (context === undefined) throw notFound(`there is no context ${id.slice(0, 200)}`);
    return context;
  }

  /** Clause 5.13.3.5 */
  private detailsOf(context: StoredContext): JsonObject {
    const { id, kind, created_at, expires_at } = context;
    const usage = this.contexts.usageOf(id);
    return {
      URL: this.library.addressOf(context),
      localId: id,
      kind,
      createdAt: new Date(created_at).toISOString(),
      ...(expires_at !== null && { expiresAt: new Date(expires_at).toISOString() }),
      ...(usage && { lastUsage: new Date(usage.lastUsed).toISOString() }),
      numberOfHits: usage?.hits ?? 0,
    };
  }
}

const notReloaded = () => badRequestData('reload: is for contexts that were fetched, of the kind Cached');

/** It was fetched, but what it says is not valid. */
const isUnusable = (error: unknown): error is NgsiLdError =>
  error instanceof NgsiLdError && error.type === 'BadRequestData';

/** Contexts can be kept for a tenant that has no entities yet. */
const tenantOf = (request: Request): string => tenantNameOf(request) ?? '';

function kindOf(kind: string | undefined): ContextKind | undefined {
  const known = KINDS.find((candidate) => candidate.toLowerCase() === kind?.toLowerCase());
  if (kind === undefined || known !== undefined) return known;
  throw badRequestData(`kind: must be one of ${KINDS.join(', ')}`);
}
