import { type CanActivate, type ExecutionContext, HttpStatus, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { ServiceError } from '../../common/errors/service-error';
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
    if (WITH_BODY.has(request.method) && request.body === undefined) throw bodyMissing(request);
    const found = findRequestContext(request, {
      contexts: this.contexts,
      lenient: this.options.lenientContext,
      tenant: tenantNameOf(request) ?? '',
    });
    return found === undefined || found.then(() => true);
  }
}

/** A request whose body has no end to be seen is told so by HTTP itself (clause 6.3.4). */
const bodyMissing = ({ headers }: Request): Error =>
  headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
    ? new ServiceError(
        HttpStatus.LENGTH_REQUIRED,
        'LengthRequired',
        'a body in JSON with its Content-Length is needed',
      )
    : new NgsiLdError('InvalidRequest', 'a body in JSON is needed');
