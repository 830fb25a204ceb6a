import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { ContextBroker } from '../context-broker';
import { NgsiLdError } from '../errors';
import { checkedTenant } from '../tenants/tenant-name';
import type { TenantLease, Tenants } from '../tenants/tenants';

/** On an operation that makes the tenant which it is sent to, when there is none (clause 4.14). */
export const CreatesTenant = Reflector.createDecorator<true>();

interface RequestTenant {
  lease(): TenantLease;
  leased?: TenantLease;
}

const tenants = new WeakMap<Request, RequestTenant>();

/** The tenant that the request names; undefined for the default one. @throws NgsiLdError BadRequestData */
export function tenantNameOf(request: Request): string | undefined {
  const name = request.get('NGSILD-Tenant');
  return name === undefined || name === '' ? undefined : checkedTenant(name);
}

/**
 * Finds the tenant of a request, to be had by {@link brokerOf}. One that is to be made is made then, so that a request
 * that is refused before leaves nothing behind.
 *
 * @throws NgsiLdError BadRequestData, NonexistentTenant
 */
export function assignTenant(all: Tenants, request: Request, response: Response, create: boolean): void {
  const name = tenantNameOf(request);
  if (!create && !all.exists(name)) throw new NgsiLdError('NonexistentTenant', `there is no tenant ${name}`);
  const tenant: RequestTenant = {
    lease() {
      const lease = all.lease(name, { create });
      response.once('close', () => lease.release());
      return lease;
    },
  };
  tenants.set(request, tenant);
}

/** The broker of the request's tenant, for as long as the answer is open. */
export function brokerOf(request: Request): ContextBroker {
  const tenant = tenants.get(request);
  if (tenant === undefined) throw new Error('NgsiLdGuard has not seen the request');
  tenant.leased ??= tenant.lease();
  return tenant.leased.broker;
}
