import { applyDecorators, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import { ApiErrors } from '../common/errors/api-errors.decorator';
import { type Role, ROLES } from './caller';

/** Who may call an operation: everyone, whoever has an account, or these roles. */
export type Access = 'public' | 'own-account' | readonly Role[];

/** Metadata of controllers and their methods. */
export const ACCESS = 'auth:access';

/** The names of the security schemes in the OpenAPI document. */
export const SECURITY_SCHEMES = ['bearer', 'apiKeyHeader', 'apiKeyParameter'] as const;

/** Declares who may call an operation, without documenting how it refuses others. */
export const AccessRule = (access: Access) =>
  applyDecorators(SetMetadata(ACCESS, access), ...SECURITY_SCHEMES.map((scheme) => ApiSecurity(scheme)));

const declare = (access: Access) => applyDecorators(AccessRule(access), ApiErrors(401, 403));

/** Open to everyone; credentials are not even looked at. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);

/** Open to whoever has an account, whatever AUTH_ENABLED says: it is about that account. */
export const OwnAccount = () => declare('own-account');

/**
 * Open to these roles, or to every authenticated caller when none is named. With AUTH_ENABLED=false open to everyone,
 * though credentials that are wrong are still refused.
 */
export const Roles = (...roles: Role[]) => declare(roles.length > 0 ? roles : ROLES);

/** What the operation declares, or else its controller; undefined when neither does. */
export const accessTo = (context: ExecutionContext, reflector: Reflector): Access | undefined =>
  reflector.getAllAndOverride<Access | undefined>(ACCESS, [context.getHandler(), context.getClass()]);
