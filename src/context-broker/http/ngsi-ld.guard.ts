import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Contexts } from '../context/contexts';
import { ContextBrokerOptions } from '../context-broker.options';
import { NgsiLdError } from '../errors';
import { Tenants } from '../tenants/tenants';
import { findRequestContext } from './request-context';
import { assignTenant, CreatesTenant, tenantNameOf } from './request-tenant';

const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT']);

/** What every NGSI-LD request is held to before its operation looks at it. */
@Injectable()
export class NgsiLdGuard implements CanActivate {
  constructor(
    private readonly options: ContextBrokerOptions,
    private readonly tenants: Tenants,
    private readonly contexts: Contexts,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const create = this.reflector.get(CreatesTenant, context.getHandler()) === true;
    assignTenant(this.tenants, request, http.getResponse<Response>(), create);
    if (WITH_BODY.has(request.method) && request.body === undefined) {
      throw new NgsiLdError('InvalidRequest', 'a body in JSON is needed');
    }
    const found = findRequestContext(request, {
      contexts: this.contexts,
      lenient: this.options.lenientContext,
      tenant: tenantNameOf(request) ?? '',
    });
    return found === undefined || found.then(() => true);
  }
}
