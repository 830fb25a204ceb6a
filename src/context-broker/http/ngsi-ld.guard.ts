import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { NgsiLdError } from '../errors';
import { checkRequestContext, checkTenant } from './request-context';

const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT']);

/** What every NGSI-LD request is held to before its operation looks at it. */
@Injectable()
export class NgsiLdGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    checkTenant(request);
    if (WITH_BODY.has(request.method) && request.body === undefined) {
      throw new NgsiLdError('InvalidRequest', 'a body in JSON is needed');
    }
    checkRequestContext(request);
    return true;
  }
}
