import type { NextFunction, Request, Response } from 'express';
import { isTenantName } from '../tenants/tenant-name';

/** Puts the tenant of an NGSI-LD request into its answer, whatever becomes of the request (clause 6.3.14). */
export function echoTenant(request: Request, response: Response, next: NextFunction): void {
  const name = request.headers['ngsild-tenant'];
  if (typeof name === 'string' && isTenantName(name)) response.setHeader('NGSILD-Tenant', name);
  next();
}
