import { type DynamicModule, Module } from '@nestjs/common';
import { ContextLibrary } from './context/context-library';
import { Contexts } from './context/contexts';
import { ContextBroker } from './context-broker';
import { ContextBrokerOptions } from './context-broker.options';
import { DiscoveryController } from './discovery/discovery.controller';
import { AttributesController } from './http/attributes.controller';
import { BatchController } from './http/batch.controller';
import { ContextsController } from './http/contexts.controller';
import { EntitiesController } from './http/entities.controller';
import { InformationController } from './http/information.controller';
import { MethodNotAllowedController } from './http/method-not-allowed.controller';
import { NotSupportedController } from './http/not-supported.controller';
import { Resources } from './http/resources';
import { TemporalAttributesController } from './http/temporal-attributes.controller';
import { TemporalController } from './http/temporal.controller';
import { TemporalOperationsController } from './http/temporal-operations.controller';
import { SubscriptionsController } from './subscriptions/http/subscriptions.controller';
import { Tenants } from './tenants/tenants';

const RESOURCE_CONTROLLERS = [
  EntitiesController,
  AttributesController,
  BatchController,
  TemporalController,
  TemporalAttributesController,
  TemporalOperationsController,
  SubscriptionsController,
  DiscoveryController,
  ContextsController,
  InformationController,
  NotSupportedController,
] as const;

/** The HTTP interface. The last takes what the others leave. */
export const BROKER_CONTROLLERS = [...RESOURCE_CONTROLLERS, MethodNotAllowedController] as const;

/** The embedded NGSI-LD context broker with its HTTP interface below /ngsi-ld/v1. */
@Module({})
export class ContextBrokerModule {
  static forRoot(options: Partial<ContextBrokerOptions>): DynamicModule {
    const complete = Object.assign(new ContextBrokerOptions(), options);
    return {
      module: ContextBrokerModule,
      controllers: [...BROKER_CONTROLLERS],
      providers: [
        { provide: ContextBrokerOptions, useValue: complete },
        { provide: Resources, useValue: new Resources(RESOURCE_CONTROLLERS) },
        ContextLibrary,
        Contexts,
        Tenants,
        { provide: ContextBroker, inject: [Tenants], useFactory: (tenants: Tenants) => tenants.default },
      ],
      exports: [ContextBroker],
    };
  }
}
