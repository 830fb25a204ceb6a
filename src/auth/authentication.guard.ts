import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { accessTo } from './access';
import { AuthService } from './auth.service';
import { credentialsOf } from './credentials/credentials';
import { CREDENTIALS, type CredentialsOptions } from './credentials/credentials.strategy';

/** Finds out who makes the request and refuses wrong credentials; whether nobody may is for the guard after it. */
@Injectable()
export class AuthenticationGuard extends AuthGuard(CREDENTIALS) {
  constructor(
    private readonly reflector: Reflector,
    private readonly auth: AuthService,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (accessTo(context, this.reflector) === 'public') return true;
    // Passport takes a good part of a short request's time, so whoever sends nothing does not pass through it.
    if (credentialsOf(context.switchToHttp().getRequest<Request>()).length > 0)
      await super.canActivate(context);
    return true;
  }

  override getAuthenticateOptions(): CredentialsOptions & { session: false } {
    return { auth: this.auth, session: false };
  }

  override handleRequest<T>(error: Error | null, caller: T): T {
    if (error) throw error;
    return caller || (undefined as T);
  }
}
