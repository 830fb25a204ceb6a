import { HttpAdapterHost } from '@nestjs/core';
import { ContextLibrary } from '../../src/context-broker/context/context-library';
import { Contexts } from '../../src/context-broker/context/contexts';
import type { ContextBrokerOptions } from '../../src/context-broker/context-broker.options';
import { Tenants } from '../../src/context-broker/tenants/tenants';

export interface OpenTenants {
  tenants: Tenants;
  close(): Promise<void>;
}

/** The tenants of a data directory, without HTTP. */
export function openTenants(options: ContextBrokerOptions): OpenTenants {
  const library = new ContextLibrary(options, new HttpAdapterHost());
  const tenants = new Tenants(options, new Contexts(options, library));
  return {
    tenants,
    close: () => tenants.onApplicationShutdown(),
  };
}
