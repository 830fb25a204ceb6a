import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

export const ROLES = ['citizen', 'city_official', 'admin'] as const;

/** What an account may do; docs/security.md says what each may. */
export type Role = (typeof ROLES)[number];

/** Who makes a request. */
export interface Caller {
  /** The account's id. */
  id: string;
  username: string;
  role: Role;
  /** The API key that the request came with; undefined for an access token. */
  apiKeyId?: string;
}

/** Who makes this request; undefined before authentication and for requests without credentials. */
export const callerOf = (request: Request): Caller | undefined => (request as { user?: Caller }).user;

/** Parameter of a controller's method: who makes the request, if anybody said so. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<Request>()),
);
