import { type DynamicModule, Module } from '@nestjs/common';
import type { Environment } from '../config/environment';
import { ContextBrokerModule } from '../context-broker/context-broker.module';
import { EmbeddedBrokerAdapter } from './embedded-broker.adapter';
import { ExternalBrokerAdapter } from './external/external-broker.adapter';
import type { IndexProfile } from './index-profile';
import { NgsiLdBrokerService } from './ngsi-ld-broker.service';

/** Provides {@link NgsiLdBrokerService}: the embedded broker, or the one at BROKER_URL. */
@Module({})
export class NgsiLdModule {
  /** @param indexProfiles what the features ask for most; an external broker has its own indexes. */
  static forEnvironment(
    environment: Environment,
    indexProfiles: readonly IndexProfile[] = [],
  ): DynamicModule {
    return {
      module: NgsiLdModule,
      global: true,
      exports: [NgsiLdBrokerService],
      ...(environment.BROKER_URL === undefined
        ? embedded(environment, indexProfiles)
        : external(environment, environment.BROKER_URL)),
    };
  }
}

function embedded(environment: Environment, indexProfiles: readonly IndexProfile[]) {
  const options = {
    dataDirectory: environment.DATA_DIR,
    indexProfiles,
    queryTimeoutMs: environment.QUERY_TIMEOUT_MS,
    coreContextUrl: environment.NGSI_LD_CORE_CONTEXT_URL,
    lenientContext: environment.NGSI_LD_LENIENT_CONTEXT,
    allowPrivateHosts: environment.NGSI_LD_ALLOW_PRIVATE_HOSTS,
    publicUrl: environment.PUBLIC_URL,
    temporalPageSize: environment.TEMPORAL_PAGE_SIZE,
    temporalRetentionDays: environment.TEMPORAL_RETENTION_DAYS,
  };
  return {
    imports: [ContextBrokerModule.forRoot(options)],
    providers: [{ provide: NgsiLdBrokerService, useClass: EmbeddedBrokerAdapter }],
  };
}

function external(environment: Environment, url: string) {
  const adapter = () =>
    new ExternalBrokerAdapter({
      url,
      tenant: environment.BROKER_TENANT,
      token: environment.BROKER_TOKEN,
      contextUrl: environment.NGSI_LD_CONTEXT,
      timeoutMs: environment.BROKER_TIMEOUT_MS,
    });
  return { providers: [{ provide: NgsiLdBrokerService, useFactory: adapter }] };
}
