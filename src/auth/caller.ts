import { SetMetadata } from '@nestjs/common';
import type { Request } from 'express';

export const ROLES = ['citizen', 'city_official', 'admin'] as const;

/** What an account may do; see the table of roles in docs/security.md. */
export type Role = (typeof ROLES)[number];

/** Who makes a request. */
export interface Caller {
  /** The account's id. */
  id: string;
  username: string;
  role: Role;
  credential: 'token' | 'api-key';
  /** The id of the API key, when one was used: requests are counted by it. */
  apiKeyId?: string;
}

const callers = new WeakMap<Request, Caller>();

/** Who makes this request; undefined before authentication and for requests without credentials. */
export const callerOf = (request: Request): Caller | undefined => callers.get(request);

export function setCaller(request: Request, caller: Caller): void {
  callers.set(request, caller);
}

export const PUBLIC = 'auth:public';
export const ALLOWED_ROLES = 'auth:roles';

/** Open to everyone, whatever AUTH_ENABLED says; credentials that are supplied are still checked. */
export const Public = () => SetMetadata(PUBLIC, true);

/** Open to these roles, when AUTH_ENABLED is true; without a role, to every authenticated caller. */
export const Roles = (...roles: Role[]) => SetMetadata(ALLOWED_ROLES, roles);
