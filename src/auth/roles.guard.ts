import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Environment, isAuthEnabled } from '../config/environment';
import { accessTo } from './access';
import { ForbiddenError, UnauthorizedError } from './auth-errors';
import { callerOf } from './caller';

/** Lets through whom the operation's declaration names. An operation without one is open to nobody. */
@Injectable()
export class RolesGuard implements CanActivate {
  private readonly enabled: boolean;

  constructor(
    private readonly reflector: Reflector,
    environment: Environment,
  ) {
    this.enabled = isAuthEnabled(environment);
  }

  canActivate(context: ExecutionContext): boolean {
    const access = accessTo(context, this.reflector);
    if (access === 'public') return true;
    if (access !== 'own-account' && !this.enabled) return true;
    const caller = callerOf(context.switchToHttp().getRequest<Request>());
    if (caller === undefined) throw new UnauthorizedError('log in, or send an API key');
    if (access === 'own-account' || access?.includes(caller.role)) return true;
    throw new ForbiddenError(`this is not open to the role ${caller.role}`);
  }
}
