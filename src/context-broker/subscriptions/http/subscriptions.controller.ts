import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ContextLibrary } from '../../context/context-library';
import { badRequestData } from '../../errors';
import { locationOf } from '../../http/location';
import { NgsiLdGuard } from '../../http/ngsi-ld.guard';
import { type AnswerForm, answerFormOf, inContext, sendJson } from '../../http/output';
import { cutPage, PAGING_PARAMETERS, pagingOf } from '../../http/paging';
import { parametersOf } from '../../http/query-string';
import { contextOf } from '../../http/request-context';
import { brokerOf, CreatesTenant } from '../../http/request-tenant';
import type { JsonValue } from '../../model/entity';
import { checkedId } from '../../model/names';
import { type DescriptionForm, describeSubscription } from '../model/describe-subscription';
import {
  DocumentCreateSubscription,
  DocumentDeleteSubscription,
  DocumentQuerySubscriptions,
  DocumentRetrieveSubscription,
  DocumentUpdateSubscription,
} from './documented-subscriptions';

/** Subscriptions (ETSI GS CIM 009, clauses 6.10 and 6.11). */
@ApiTags('NGSI-LD')
@Controller('ngsi-ld/v1/subscriptions')
@UseGuards(NgsiLdGuard)
export class SubscriptionsController {
  constructor(private readonly contexts: ContextLibrary) {}

  @Post()
  @CreatesTenant(true)
  @DocumentCreateSubscription()
  async createSubscription(@Req() request: Request, @Res() response: Response): Promise<void> {
    parametersOf(request, ['local']);
    const id = await brokerOf(request).subscriptions.create(request.body as JsonValue, contextOf(request));
    response.status(201).setHeader('Location', locationOf('subscriptions', id)).end();
  }

  @Get()
  @DocumentQuerySubscriptions()
  querySubscriptions(@Req() request: Request, @Res() response: Response): void {
    const parameters = parametersOf(request, [...PAGING_PARAMETERS, 'options', 'local']);
    const form = answerFormOf(request);
    const description = this.descriptionOf(form, parameters.options);
    const paging = pagingOf(parameters);
    const { subscriptions } = brokerOf(request);
    const found = subscriptions.list({ offset: paging.offset, limit: paging.limit + 1 });
    const page = cutPage(request, response, paging, found, subscriptions.size);
    const described = page.map((entry) => inContext(describeSubscription(entry, description), form));
    sendJson(response, JSON.stringify(described), form);
  }

  @Get(':subscriptionId')
  @DocumentRetrieveSubscription()
  retrieveSubscription(
    @Param('subscriptionId') subscriptionId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const { options } = parametersOf(request, ['options', 'local']);
    const form = answerFormOf(request);
    const entry = brokerOf(request).subscriptions.find(checkedId(subscriptionId));
    const described = describeSubscription(entry, this.descriptionOf(form, options));
    sendJson(response, JSON.stringify(inContext(described, form)), form);
  }

  @Patch(':subscriptionId')
  @HttpCode(204)
  @DocumentUpdateSubscription()
  async updateSubscription(
    @Param('subscriptionId') subscriptionId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    parametersOf(request, ['local']);
    const id = checkedId(subscriptionId);
    await brokerOf(request).subscriptions.update(id, request.body as JsonValue, contextOf(request));
    response.status(204).end();
  }

  @Delete(':subscriptionId')
  @HttpCode(204)
  @DocumentDeleteSubscription()
  async deleteSubscription(
    @Param('subscriptionId') subscriptionId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    parametersOf(request, ['local']);
    await brokerOf(request).subscriptions.delete(checkedId(subscriptionId));
    response.status(204).end();
  }

  private descriptionOf({ context }: AnswerForm, options: string | undefined): DescriptionForm {
    return {
      terms: context.terms,
      sysAttrs: wantsSysAttrs(options),
      addressOf: (id) => this.contexts.addressOf({ id, url: null }),
    };
  }
}

function wantsSysAttrs(options: string | undefined): boolean {
  if (options === undefined || options === 'sysAttrs') return options !== undefined;
  throw badRequestData('options: must be sysAttrs');
}
